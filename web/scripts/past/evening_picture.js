// One picture of a finished game, to keep and to send round: title, places, board, course of the scores, and date.
import { signGroup } from "../blocks/parts.js";
import { drawing, svg } from "../lib/dom.js";
import { formatNumber, t } from "../lib/words.js";
import { hasMedal, medal } from "../table/podium.js";
import { boardsOf, loadDrawings } from "./evening_board.js";
import { coursePart } from "./evening_course.js";
import { gradient, loadDunes, sky } from "./evening_sky.js";
import { Pen, placed, seatBadge } from "./picture_parts.js";

/** @typedef {import("./picture_parts.js").Part} Part */

export const [WIDTH, HEIGHT] = [1080, 1350];
const EDGE = 60;
const INNER = WIDTH - 2 * EDGE;
const TOP = 26;
const FOOT = 162; // height of the dunes at the foot
const LAST = 84; // from the lines on them to the lower edge
const GAP = 16; // between two parts at least
const LINES = 5; // between two lines at the head
const PADDING = 20; // around what lies on a sheet
const COLUMN = 310; // width of a place on the podium, for which sizes are given
const WIDEST = 1.1; // of these, where there is room
const PEDESTALS = [120, 94, 72]; // heights by rank
const PIECES = [98, 80, 76]; // sizes by rank
const CROWN = 0.5; // size of the crown, in sizes of the piece of who won
const RISEN = 28; // from the top of the sun to that of the crown
const SUN = 0.58; // radius of the sun at most, in widths of a place: it reaches no words beside it
const BESIDE = 60; // that the words beside the sun leave free
const COVERED = 148; // from the foot of the podium to the middle of the sun at most
const CHARACTER = 28; // size of the drawing of a character
const CAPTION = 40; // from the sign of a sentence to its words
/** How far the crown reaches into the room of a piece, in sizes of the piece, so that a gap is left. @type {Record<string, number>} */
const ONTO = { triangle: 0.04, diamond: 0.04, pentagon: 0.04, circle: 0.02, square: 0.06 };
const HIGHER = 26; // that the step of who won is higher than else, the farther the others are behind
/** Least heights of the course of the scores. */
const CURVES = { least: 230, many: 284 };
const COURSE = 0.56; // part of the height of both that the course of the scores takes, except beside a map
const MAP = 198; // height of a map beside it
const HERD = 46; // size of what walks on the road for a seat, beside its mark
const LEAST = 24; // size of letters: they are read in a chat on a phone
const BOARD_SCALE = 2.2; // at most

/**
 * What the picture says besides names and totals: how close the game was, how that came, when it was played, its record,
 * and which program drew it. All but the last may be empty. `withUnit` says that the sign of the totals follows `margin`.
 * @typedef {{margin: string, withUnit: boolean, note: string, date: string, record: string, app: string}} Lines
 */

/**
 * Draw the picture in a room, which must be in the page; return it once all its drawings are there.
 * @param {HTMLElement} room
 * @param {api.TableView} game
 * @param {Lines} lines
 */
export async function drawEvening(room, game, lines) {
  const [dunes] = await Promise.all([loadDunes(), loadDrawings(game)]);
  const picture = svg("svg", { class: "evening", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT });
  room.replaceChildren(picture);
  const pen = new Pen(picture);
  const hasCourse = game.chart.length > 0;
  const head = [
    pen.write(game.title, { class: "evening-title", width: INNER, size: 32, least: 28, most: 1 }),
    pen.write(game.headline, { class: "evening-headline", width: INNER, size: 84, least: 44, most: 2 }),
    ...(lines.margin ? [marginPart(lines, game, pen)] : []),
  ];
  const stage = podium(game, pen);
  const below = others(game, pen);
  const top = TOP + head.reduce((sum, { height }) => sum + height + LINES, 0) + GAP + RISEN;
  const foot = top + stage.height;
  picture.append(
    gradient("step", {}, [0, 1]),
    sky({ width: WIDTH, height: HEIGHT }, { head: top - GAP - RISEN, names: top + stage.names, foot }, { x: EDGE + stage.middle, top: top - RISEN, foot: foot - COVERED, most: SUN * stage.column }, dunes),
    placed(footLines(lines, pen), 0, HEIGHT - LAST),
  );
  let y = TOP;
  for (const part of head) {
    picture.append(placed(part, WIDTH / 2, y));
    y += part.height + LINES;
  }
  picture.append(placed(stage, EDGE, top));
  y = foot + GAP;
  if (below) picture.append(placed(below, EDGE, y));
  y += below ? below.height + GAP : 0;
  const height = HEIGHT - FOOT - y;
  const caption = lines.note ? captionPart(lines.note, pen) : null;
  const least = hasCourse ? leastCourse(game, caption) : 0;
  const course = hasCourse ? Math.max(least, hasMap(game) ? height - GAP - MAP : COURSE * height) + GAP : 0;
  const boards = await boardsOf(room, game, pen, { width: INNER, height: height - course, letters: LEAST });
  picture.append(placed(sheets(game, boards, height, caption, pen), EDGE, y));
  await loadDrawings(game); // fills those that were asked for
  return picture;
}

/**
 * Return the sentence about the turning point, as it stands above the course of the scores.
 * @param {string} note
 * @param {Pen} pen
 * @returns {Part}
 */
function captionPart(note, pen) {
  const text = pen.write(note, { class: "evening-note", width: INNER - 2 * PADDING - CAPTION, size: 28, least: LEAST, most: 2, anchor: "start" });
  const sign = svg("g", { class: "evening-unit", transform: `translate(0 2) scale(${28 / 32})` }, ...drawing("wind_rose").children);
  return { ...text, height: text.height + 6, element: svg("g", {}, sign, placed(text, CAPTION, 0)) };
}

/**
 * Return how close the game was, with the sign of its totals.
 * @param {Lines} lines
 * @param {api.TableView} game
 * @param {Pen} pen
 * @returns {Part}
 */
function marginPart({ margin, withUnit }, { unit }, pen) {
  const text = pen.write(margin, { class: "evening-margin", width: INNER, size: 46, least: 34, most: 2 });
  if (!withUnit) return text;
  const sign = text.height * 0.62;
  const transform = `translate(${text.width / 2 + 8 - sign / 2} ${(text.height - sign) / 2}) scale(${sign / 32})`;
  text.element.setAttribute("transform", `translate(${-sign / 2} 0)`);
  return { ...text, element: svg("g", {}, text.element, svg("g", { class: "evening-unit is-light", transform }, ...drawing(unit).children)) };
}

/**
 * Return the lines on the dunes at the foot: when and how long the game was played, and what drew the picture.
 * @param {Lines} lines
 * @param {Pen} pen
 * @returns {Part}
 */
function footLines({ date, record, app }, pen) {
  const when = pen.write(date, { class: "evening-date", width: INNER, size: 32, least: LEAST, most: 1 });
  const sign = 28;
  const name = pen.write(app, { class: "evening-app", width: 320, size: 24, least: LEAST, most: 1, anchor: "start" });
  const news = record ? pen.write(record, { class: "evening-app", width: INNER - name.width - 3.5 * sign, size: 24, least: LEAST, most: 1, anchor: "start" }) : null;
  /** @param {string} drawn @param {Part} text @param {number} x */
  const signed = (drawn, text, x) =>
    svg(
      "g",
      { class: "evening-app", transform: `translate(${x} ${when.height})` },
      svg("g", { class: "evening-sign", transform: `scale(${sign / 32})` }, ...drawing(drawn).children),
      placed(text, sign + 8, (sign - text.height) / 2),
    );
  const second = news ? news.width + sign + 8 : 0;
  const left = (WIDTH - name.width - sign - 8 - (news ? second + sign : 0)) / 2;
  const texts = [placed(when, WIDTH / 2, 0), news && signed("crown", news, left), signed("lantern", name, left + (news ? second + sign : 0))];
  return { element: svg("g", {}, texts), width: WIDTH, height: when.height + sign };
}

/**
 * Return the character of a seat, with its drawing before its name; null in games without characters.
 * @param {api.TableSeatView} seat
 * @param {api.TableView} game
 * @param {Pen} pen
 * @param {import("./picture_parts.js").Writing} writing
 * @returns {Part | null}
 */
function characterPart({ about }, { game, things }, pen, writing) {
  const characters = about.filter(({ thing, colour }) => thing && !colour);
  if (!characters.length) return null;
  const { anchor = "middle", width } = writing;
  const room = CHARACTER + 6;
  const text = pen.write(characters.map(({ says }) => says).join(", "), { ...writing, width: width - room });
  const left = anchor === "middle" ? -(text.width + room) / 2 : 0;
  const transform = `translate(${left} ${(text.height - CHARACTER) / 2}) scale(${CHARACTER / 32})`;
  const sign = signGroup({ class: "evening-character", transform }, characters[0].thing ?? "", { game, things });
  const element = svg("g", {}, sign, placed(text, anchor === "middle" ? room / 2 : room, 0));
  return { element, width: text.width + room, height: text.height };
}

/**
 * Return the podium: the places with a medal, the first in the middle.
 * @param {api.TableView} game
 * @param {Pen} pen
 * @returns {Part & {names: number, middle: number, column: number}} With the top of its highest name, the middle of who won, and
 *   the width of a place.
 */
function podium(game, pen) {
  const places = byRank(game.standings).filter(hasMedal);
  const width = Math.min(WIDEST * COLUMN, INNER / places.length);
  const columns = places.map((place, i) => ({ ...column(place, game, width, pen), place, side: i % 2 ? -i : i }));
  columns.sort((a, b) => a.side - b.side);
  const height = Math.max(...columns.map((each) => each.height));
  const left = (INNER - width * columns.length) / 2;
  const names = Math.min(...columns.map((each) => height - each.height + each.names));
  const first = columns.flatMap(({ place: { rank } }, i) => (rank === 1 ? [left + width * (i + 0.5)] : []));
  const middle = first.reduce((sum, x) => sum + x, 0) / first.length;
  return { element: svg("g", {}, columns.map((each, i) => placed(each, left + width * i, height - each.height))), width: INNER, height, names, middle, column: width };
}

/**
 * Return a place on the podium: a piece with its name above a step with medal and total.
 * @param {api.StandingView} place
 * @param {api.TableView} game
 * @param {number} width
 * @param {Pen} pen
 * @returns {Part & {names: number}} With the top of its name.
 */
function column(place, game, width, pen) {
  const { seat: number, rank, total } = place;
  const seat = game.seats[number - 1];
  const scale = width / COLUMN;
  const middle = width / 2;
  const room = rank === 1 ? width - 14 : width - BESIDE;
  const piece = PIECES[rank - 1] * scale;
  const name = pen.write(seat.name, { class: "evening-name", width: room, size: 44 * Math.max(0.75, scale), least: LEAST, most: 3 });
  const decides = tieNote(place, game, pen, { class: "evening-note", width: room, size: 28, least: LEAST, most: 2 });
  const plays = characterPart(seat, game, pen, { class: "evening-note", width: room, size: 28, least: LEAST, most: 2 });
  const step = PEDESTALS[rank - 1] + (rank === 1 ? HIGHER * aheadOf(game.standings) : 0);
  const element = svg("g", { class: "evening-place", "data-colour": seat.colour });
  let y = 0;
  if (rank === 1) {
    const crown = CROWN * piece;
    y += crown - (ONTO[seat.shape] ?? 0) * piece;
    element.append(
      seatBadge(seat, middle, y + piece / 2, piece),
      svg("g", { class: "evening-crown", transform: `translate(${middle - crown / 2} 0) scale(${crown / 32})` }, ...drawing("crown").children),
    );
  } else element.append(seatBadge(seat, middle, y + piece / 2, piece));
  element.append(svg("g", {}, herd(seat, game, { middle, foot: y + piece, piece })));
  y += piece + 2;
  const names = y;
  element.append(placed(name, middle, y));
  y += name.height;
  if (decides) element.append(placed(decides, middle, y));
  y += decides?.height ?? 0;
  if (plays) element.append(placed(plays, middle, y));
  y += (plays?.height ?? 0) + 10;
  const score = totalPart(total ?? 0, game, pen, (rank === 1 ? 80 : 64) * scale, width - 40 - 64 * scale);
  const shield = Math.min((rank === 1 ? 96 : 74) * scale, step - 28);
  const left = middle - (shield * (32 / 42) + 12 + score.width) / 2;
  element.append(
    svg("path", { class: "evening-step", d: `M4 ${y + step}V${y + 12}q0-12 12-12H${width - 16}q12 0 12 12V${y + step}z` }),
    svg("path", { class: "evening-edge", d: `M4 ${y + 12}q0-12 12-12H${width - 16}q12 0 12 12z` }),
    medalGroup(rank, left, y + 12 + (step - 12 - shield) / 2, shield),
    placed(score, left + shield * (32 / 42) + 12, y + 12 + (step - 12 - score.height) / 2),
  );
  return { element, width, height: y + step, names };
}

/**
 * Return the places without a medal, in rows.
 * @param {api.TableView} game
 * @param {Pen} pen
 * @returns {Part | null}
 */
function others(game, pen) {
  const places = byRank(game.standings).filter((place) => !hasMedal(place));
  if (!places.length) return null;
  const columns = Math.min(2, places.length);
  const apart = 24;
  const width = columns > 1 ? (INNER - apart) / columns : 720;
  const rows = places.map((place) => row(place, game, width, pen));
  const height = Math.max(...rows.map((each) => each.height));
  const left = (INNER - columns * (width + apart) + apart) / 2;
  const items = rows.map((each, i) => {
    const frame = svg("rect", { class: "evening-sheet", y: (each.height - height) / 2, width, height, rx: 14 });
    each.element.prepend(frame);
    return placed(each, left + (i % columns) * (width + apart), Math.floor(i / columns) * (height + 10) + (height - each.height) / 2);
  });
  return { element: svg("g", {}, items), width: INNER, height: Math.ceil(places.length / columns) * (height + 10) - 10 };
}

/**
 * @param {api.StandingView} place
 * @param {api.TableView} game
 * @param {number} width
 * @param {Pen} pen
 * @returns {Part}
 */
function row(place, game, width, pen) {
  const { seat: number, rank, total } = place;
  const seat = game.seats[number - 1];
  const score = totalPart(total ?? 0, game, pen, 44, 170);
  const room = width - 152 - score.width;
  const name = pen.write(seat.name, { class: "evening-name", width: room, size: 32, least: LEAST, most: 2, anchor: "start" });
  const decides = tieNote(place, game, pen, { class: "evening-note", width: room, size: 26, least: LEAST, most: 1, anchor: "start" });
  const plays = characterPart(seat, game, pen, { class: "evening-note", width: room, size: 26, least: LEAST, most: 1, anchor: "start" });
  const rankText = pen.write(formatNumber(rank), { class: "evening-rank", width: 40, size: 36, least: LEAST, most: 1 });
  const isBeside = plays !== null && name.width + 16 + plays.width <= room;
  const texts = name.height + (decides?.height ?? 0) + (isBeside ? 0 : (plays?.height ?? 0));
  const height = Math.max(60, texts + 8);
  const element = svg(
    "g",
    {},
    placed(rankText, 34, (height - rankText.height) / 2),
    seatBadge(seat, 86, height / 2, 50),
    placed(name, 120, (height - texts) / 2),
    decides && placed(decides, 120, (height - texts) / 2 + name.height),
    plays && (isBeside ? placed(plays, 136 + name.width, (height - plays.height) / 2 + 3) : placed(plays, 120, (height + texts) / 2 - plays.height)),
    placed(score, width - 16 - score.width, (height - score.height) / 2),
  );
  return { element, width, height };
}

/**
 * Return a total with the drawing of its unit.
 * @param {number} total
 * @param {api.TableView} game
 * @param {Pen} pen
 * @param {number} size
 * @param {number} width
 * @returns {Part}
 */
function totalPart(total, { unit }, pen, size, width) {
  const figures = pen.write(formatNumber(total), { class: "evening-total", width: width - size * 0.8, size, least: LEAST, most: 1, anchor: "start" });
  const sign = figures.height * 0.6;
  const transform = `translate(${figures.width + sign * 0.2} ${(figures.height - sign) / 2}) scale(${sign / 32})`;
  const element = svg("g", {}, figures.element, svg("g", { class: "evening-unit", transform }, ...drawing(unit).children));
  return { element, width: figures.width + sign * 1.2, height: figures.height };
}

/**
 * @param {number} rank
 * @param {number} x
 * @param {number} y
 * @param {number} height
 */
function medalGroup(rank, x, y, height) {
  const original = medal(rank);
  return svg("g", { class: "medal", "data-rank": rank, transform: `translate(${x} ${y}) scale(${height / 42})` }, ...original.children);
}

/** @param {api.TableView} game */
function hasMap({ scene }) {
  return scene.blocks.some(({ block }) => block === "graph");
}

/**
 * Return what says that a place is due to the tie-break alone; null elsewhere.
 * @param {api.StandingView} place
 * @param {api.TableView} game
 * @param {Pen} pen
 * @param {import("./picture_parts.js").Writing} writing
 */
function tieNote({ rank, total, ties }, { standings }, pen, writing) {
  const isBroken = ties && rank > 1 && standings.some((other) => other.total === total && other.rank > rank);
  return isBroken ? pen.write(t("page.picture.tie_break"), writing) : null;
}

/**
 * Return the pieces of a seat beside its badge, if they have several colours: so it is seen whose they are.
 * @param {api.SeatView} seat
 * @param {api.TableView} game
 * @param {{middle: number, foot: number, piece: number}} place Middle and foot of the badge, and its size.
 */
function herd({ seat, colour: own }, { game, scene, things }, { middle, foot, piece }) {
  const pieces = scene.blocks.flatMap((block) => (block.block === "track" ? (block.pieces ?? []) : [])).filter((each) => each.seat === seat);
  if (new Set(pieces.map(({ colour }) => colour ?? own)).size < 2) return null;
  return pieces.slice(0, 2).map(({ thing, colour }, i) => {
    const x = middle + (i ? piece / 2 + 12 : -piece / 2 - 12 - HERD);
    const sign = thing && signGroup({ transform: `translate(${x} ${foot - HERD}) scale(${HERD / 32})` }, thing, { game, things });
    return sign ? svg("g", { class: "evening-herd", "data-colour": colour ?? own }, sign) : null;
  });
}

/**
 * Return by which part of the winner's total the next one is behind, from 0 to 1.
 * @param {api.StandingView[]} standings
 */
function aheadOf(standings) {
  const [first, second = first] = byRank(standings).map(({ total }) => total ?? 0);
  return first > 0 ? Math.min(1, Math.max(0, (first - second) / first)) : 0;
}

/**
 * Return the final board and the course of the scores, one below the other; the board alone where it could not be read
 * beside the course.
 * @param {api.TableView} game
 * @param {import("./evening_board.js").Board[]} boards The board in several layouts.
 * @param {number} height
 * @param {Part | null} caption Above the course of the scores.
 * @param {Pen} pen
 * @returns {Part}
 */
function sheets(game, boards, height, caption, pen) {
  const beside = largest(boards, { width: INNER, height: height - (game.chart.length > 0 ? leastCourse(game, caption) + GAP : 0) });
  const hasCourse = game.chart.length > 0 && (!beside || beside.scale >= (beside.least ?? 0));
  const high = hasCourse ? beside : largest(boards, { width: INNER, height: height - (caption?.height ?? 0) });
  if (!hasCourse) return high ? boardSheet(high, INNER, height, caption) : { element: svg("g"), width: INNER, height };
  const taken = high ? high.height * high.scale + 2 * paddingOf(high) : 0;
  const board = high && boardSheet(high, INNER, taken, null);
  const top = board ? board.height + GAP : 0;
  const course = curveSheet(game, INNER, height - top, caption, pen);
  return { element: svg("g", {}, board?.element, placed(course, 0, top)), width: INNER, height };
}

/**
 * Return the room around a board: on a sheet of its own, or on the sand.
 * @param {import("./evening_board.js").Board} board
 */
function paddingOf({ isBare }) {
  return isBare ? 0 : PADDING;
}

/**
 * @param {api.TableView} game
 * @param {Part | null} caption
 */
function leastCourse({ seats }, caption) {
  return (seats.length > 4 ? CURVES.many : CURVES.least) + (caption?.height ?? 0);
}

/**
 * Return the board that is the largest on a sheet of this size, with the scale that it has there; null without a board.
 * @param {import("./evening_board.js").Board[]} boards
 * @param {{width: number, height: number}} size
 */
function largest(boards, { width, height }) {
  const scaled = boards.map((board) => {
    const padding = paddingOf(board);
    const scale = Math.min(BOARD_SCALE, (width - 2 * padding) / board.width, (height - 2 * padding) / board.height);
    return { ...board, scale };
  });
  return scaled.length > 0 ? scaled.reduce((best, board) => (board.scale > best.scale ? board : best)) : null;
}

/**
 * @param {import("./evening_board.js").Board & {scale: number}} board
 * @param {number} width
 * @param {number} height
 * @param {Part | null} caption Above the board.
 */
function boardSheet(board, width, height, caption) {
  const { scale } = board;
  const top = caption?.height ?? 0;
  const [x, y] = [(width - board.width * scale) / 2, top + (height - top - board.height * scale) / 2];
  for (const name of board.element.querySelectorAll("text")) if (name.matches(".spot-name, .town-name")) name.style.fontSize = `${LEAST / scale}px`;
  const group = svg("g", { class: "evening-board", transform: `translate(${x} ${y}) scale(${scale})` }, board.element);
  if (board.isBare && !caption) return { element: svg("g", {}, group), width, height };
  return sheet(svg("g", {}, caption && placed(caption, PADDING, PADDING / 2), group), width, height);
}

/**
 * @param {api.TableView} game
 * @param {number} width
 * @param {number} height
 * @param {Part | null} caption
 * @param {Pen} pen
 */
function curveSheet(game, width, height, caption, pen) {
  const top = PADDING / 2 + (caption?.height ?? 0);
  const course = coursePart(game, width - 2 * PADDING, height - top - PADDING / 2, pen);
  return sheet(svg("g", {}, caption && placed(caption, PADDING, PADDING / 2), placed(course, PADDING, top)), width, height);
}

/**
 * Return a sheet of paper with something on it.
 * @param {SVGElement} content
 * @param {number} width
 * @param {number} height
 * @returns {Part}
 */
function sheet(content, width, height) {
  return { element: svg("g", {}, svg("rect", { class: "evening-sheet", width, height, rx: 18 }), content), width, height };
}

/** @param {api.StandingView[]} standings */
function byRank(standings) {
  return [...standings].sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}
