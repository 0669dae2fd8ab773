// The end of a game: its final scoring while that is revealed step by step, and the podium after it.
import { get, sendCommand } from "../lib/api.js";
import { byId, drawing, findAll, h, prefersReducedMotion, setText, svg } from "../lib/dom.js";
import { loadTappedStylesheet } from "../lib/fetching.js";
import { errorSentence } from "../lib/reasons.js";
import { hasChanged, render } from "../lib/render.js";
import { say, showWaiting } from "../lib/says.js";
import { Sheet } from "../lib/sheet.js";
import { seatMark } from "../lib/templates.js";
import { emitSound, onSkip } from "../lib/watched.js";
import { podium, rainCoins } from "./podium.js";
import { categoryTable, climb, seatList, spokenStep } from "./reveal_steps.js";
import { countTo } from "./totals.js";
import { addWords, formatNumber, t } from "../lib/words.js";

/** @typedef {import("./reveal_steps.js").Steps} Steps */

const PLACE = "\u0001"; // stands for a place in a sentence
const LONG = [12, 16, 24, 40]; // letters of a headline from which it is set smaller, as in table.js

export class Ending {
  /**
   * Create an empty card.
   * @param {HTMLElement} element
   */
  constructor(element) {
    this.element = element;
    this.styles = loadTappedStylesheet("/styles/table/ending.css"); // not before: other pages load this script, too
    /** The game that is shown, and its steps; -1 once it is over. */
    this.number = 0;
    this.steps = -1;
    /** What is known of that game. @type {api.StoryView | null} */
    this.story = null;
    /** Ends what moves. */
    this.finish = () => {};
    this.link = pictureLink();
    this.about = h("summary", {});
  }

  /**
   * Show the end of a game as far as it is revealed; nothing before.
   * @param {api.PhoneView} view
   * @param {boolean} isUpdate The page has shown this game before: what is new may move, and is read aloud.
   */
  async show(view, isUpdate) {
    const block = view.scene.blocks.find(({ id }) => id === "reveal");
    this.link.hidden = !view.over;
    placeChart(view.over);
    foldBadges(this.about, view.over);
    this.link.setAttribute("href", `/games/${view.number}/picture`);
    const steps = view.reveal && block?.block === "grid" ? view.reveal.shown : view.over ? -1 : null;
    if (steps === null) {
      this.element.hidden = true;
      this.showTurning(view);
      this.finish();
      hideResult(false);
      this.number = 0;
      return;
    }
    const rows = block?.block === "grid" ? block.rows : [];
    if (view.reveal) nameStep(view, view.reveal, rows, !this.story);
    const isKnown = this.number === view.number;
    const isNew = !isKnown || this.steps !== steps;
    const known = isKnown ? this.steps : 0;
    this.number = view.number;
    this.steps = steps;
    const shown = [steps, block, view.seats.map(({ name, colour }) => [name, colour]), view.standings, view.you.host || view.you.leads];
    if (!hasChanged(this, shown) && !isNew) return;
    this.finish();
    const moves = isUpdate && isNew && !prefersReducedMotion() && !document.hidden;
    hideResult(view.over && moves);
    /** @type {Steps} */
    const parts = {
      view,
      before: rows.find(({ id }) => id === "before"),
      rows: rows.filter(({ id, total }) => !total && id !== "before"),
      total: rows.find(({ total }) => total),
      known: isUpdate && isNew ? known : steps,
      isNew: isUpdate && isNew,
    };
    const [story] = await Promise.all([view.over || !this.story ? fetchStory(view.number).catch(() => null) : this.story, this.styles]);
    if (this.number !== view.number || this.steps !== steps) return; // a newer view came meanwhile
    if (story === null) {
      hideResult(false);
      hasChanged(this, null); // the next view asks again
      return;
    }
    this.story = story;
    if (view.reveal) nameStep(view, view.reveal, rows);
    setText(this.link.lastElementChild ?? this.link, t("page.podium.picture"));
    setText(this.about, t("page.podium.about"));
    this.element.hidden = false;
    this.element.dataset.shows = view.reveal ? "reveal" : "podium";
    const isTurning = document.getElementById("turn-reveal")?.contains(document.activeElement);
    this.showTurning(view);
    const title = h("h2", { id: "ending-title", tabindex: -1 }, t("page.podium.title"));
    if (view.reveal) this.showSteps(parts, view.reveal);
    else this.element.replaceChildren(title, ...ownPlace(view, story), ...podium(view), storySection(story));
    if (view.over) openPlaces(this.element, view);
    if (isTurning && view.over) title.focus({ preventScroll: true }); // its button has gone
    if (isUpdate && isNew && view.reveal && steps) emitSound("step");
    if (moves) this.move(view);
    else if (isUpdate && isNew && view.over) emitSound("end");
  }

  /**
   * Show the steps of a reveal.
   * @param {Steps} parts
   * @param {api.RevealView} reveal
   */
  showSteps(parts, { shown, steps, seats }) {
    const { view } = parts;
    const { host, leads } = view.you;
    const dots = Array.from({ length: steps }, (_, i) => h("span", { class: i < shown && "shown" }));
    const content = shown === 0 ? h("p", { class: "last-points" }, t("page.reveal.wait")) : seats ? seatList(parts, seats) : categoryTable(parts, steps);
    this.element.replaceChildren(
      h("h2", { id: "ending-title" }, h("span", { class: "unseen" }, shown === 0 ? view.headline : t("page.reveal.steps", { n: shown, of: steps })), h("span", { class: "steps", "aria-hidden": "true" }, dots)),
      climb(parts, seats),
      h("div", { class: "counted" }, content),
      ...(host || leads ? [] : [h("p", { class: "hint" }, t(shown === steps ? "page.reveal.last" : "page.reveal.turned"))]),
    );
    if (parts.isNew) setText(byId("spoken"), spokenStep(parts, seats));
  }

  /**
   * Show the buttons that turn the reveal, on the phones that may; the box turns it without a press, too.
   * @param {api.PhoneView} view
   */
  showTurning(view) {
    const place = document.getElementById("turn-reveal"); // a television has none
    if (!place) return;
    const { reveal, you } = view;
    const mayTurn = reveal && (you.host || you.leads);
    /** @param {string} key @param {string} kind @param {number} step @param {string} text */
    const turning = (key, kind, step, text) => h("button", { key, type: "button", class: kind, dataset: { key }, onclick: () => turn(view, step) }, text);
    render(
      place,
      mayTurn && turning("next-step", "play", reveal.shown + 1, t(reveal.shown === reveal.steps ? "page.reveal.podium" : "page.reveal.next")),
      mayTurn && turning("skip-reveal", "quiet", reveal.steps + 1, t("page.reveal.skip")),
    );
  }

  /**
   * Have what is new move, until a press ends it on this page. Only after the medals come the result and coins.
   * @param {api.PhoneView} view
   */
  move(view) {
    this.element.classList.add("moving");
    /** @type {HTMLElement | null} */
    let sky = null;
    let isWaiting = view.over;
    const showResult = () => {
      if (!isWaiting) return;
      isWaiting = false;
      hideResult(false);
      emitSound("end");
    };
    const ignoreSkips = onSkip(() => this.finish());
    this.finish = () => {
      ignoreSkips();
      this.element.classList.remove("moving");
      showResult();
      sky?.remove();
      for (const element of findAll(this.element, "[data-to]")) countTo(element, Number(element.dataset.to), 0);
      this.finish = () => {};
    };
    Promise.allSettled(this.element.getAnimations({ subtree: true }).map(({ finished }) => finished)).then(() => {
      if (isWaiting) sky = rainCoins();
      showResult();
    });
  }
}

/**
 * Show which step it is beneath the headline, and its name as the headline: the last move was long ago.
 * @param {api.PhoneView} view
 * @param {api.RevealView} reveal
 * @param {api.GridRow[]} rows
 * @param {boolean} lacksWords True before the story has brought the words of a reveal.
 */
function nameStep({ headline, seats: all }, { shown, steps, seats = [] }, rows, lacksWords = false) {
  const seat = all[(seats[shown - 1] ?? 0) - 1];
  const row = rows.filter(({ total }) => !total).pop();
  const name = seat?.name ?? (shown && row ? row.name : headline);
  const element = byId("headline");
  setText(element, name);
  element.dataset.long = String(LONG.filter((letters) => letters < name.length).length);
  setText(byId("last"), shown && !lacksWords ? t("page.reveal.steps", { n: shown, of: steps }) : "");
  if (seat) render(byId("turn-sign"), seatMark(seat));
}

/**
 * Hide who has won while the medals rise, on the page and from screen readers; then show it and have it read.
 * @param {boolean} isHidden
 */
function hideResult(isHidden) {
  const { classList } = document.documentElement;
  if (classList.contains("rising") === isHidden) return;
  classList.toggle("rising", isHidden);
  const spoken = byId("spoken");
  spoken.ariaLive = isHidden ? "off" : "polite";
  if (isHidden) return;
  const text = spoken.textContent;
  setText(spoken, "");
  requestAnimationFrame(() => setText(spoken, text)); // only what changes is read
}

/**
 * Return the story of a game, once its words and those of reveals are here; it is empty before the end.
 * @param {number} number
 * @returns {Promise<api.StoryView>}
 */
async function fetchStory(number) {
  const story = await get(`/api/games/${number}/story`);
  addWords(story.words ?? {});
  return story;
}

/** Return the way to the picture of a game, put beside the one to a rematch; a television has neither. */
function pictureLink() {
  const link = h("a", { class: "play picture-link", id: "picture-link", hidden: true }, pictureSign(), h("span"));
  const rematch = document.getElementById("rematch");
  if (rematch) byId("ending").after(h("p", { class: "after-end" }, rematch, link));
  return link;
}

/** Return the sign of a picture: hills and a sun in a frame. */
function pictureSign() {
  return svg(
    "svg",
    { class: "drawing", viewBox: "0 0 32 32", "aria-hidden": "true" },
    svg("path", { fill: "none", stroke: "currentColor", "stroke-width": 3, "stroke-linejoin": "round", d: "M3 6h26v20H3z" }),
    svg("circle", { fill: "currentColor", cx: 22, cy: 12, r: 2.6 }),
    svg("path", { fill: "currentColor", d: "M5 24 12.5 13l5 7 3-3.5L27 24z" }),
  );
}

/**
 * Fold the notes about a game that is over into one line; a television shows none.
 * @param {HTMLElement} summary
 * @param {boolean} isOver
 */
function foldBadges(summary, isOver) {
  const badges = byId("badges");
  const fold = badges.closest("details");
  if (Boolean(fold) === isOver || !document.getElementById("turn-reveal")) return;
  if (fold) fold.replaceWith(badges);
  else {
    const details = h("details", { class: "about-game card" }, summary);
    badges.replaceWith(details);
    details.append(badges);
  }
}

/**
 * Place the course of the scores after the blocks at the end of a game, last before that; a television has its own places.
 * @param {boolean} isOver
 */
function placeChart(isOver) {
  const card = byId("chart-card");
  const column = card.closest(".wide");
  const isFirst = byId("blocks").nextElementSibling === card;
  if (!column || isFirst === isOver) return;
  if (isOver) byId("blocks").after(card);
  else column.append(card);
}

/**
 * Return how the reader came out, if others won, and that it was the reader's best game so far.
 * @param {api.PhoneView} view
 * @param {api.StoryView} story
 */
function ownPlace({ you, standings, seats, things, unit }, { bests = [] }) {
  const own = standings.find(({ seat }) => seat === you.seat);
  const best = standings.find(({ rank }) => rank === 1);
  if (!own || !best) return [];
  const record = bests.includes(own.seat) && h("p", { class: "own-place" }, t("page.podium.own_best", { total: formatNumber(own.total ?? 0) }));
  if (own.rank === 1) return record ? [record] : [];
  const n = (best.total ?? 0) - (own.total ?? 0);
  const { name } = seats[own.seat - 1];
  const thing = Object.values(things).find(({ glyph }) => glyph === unit);
  const short = thing ? t("page.podium.amount", { n, what: n > 1 ? thing.plural : thing.word }) : formatNumber(n);
  const [before, after = ""] = t(n > 0 ? "page.podium.behind" : n ? "page.podium.came" : "page.podium.equal", { name, place: PLACE, n: short }).split(PLACE);
  // A single letter stands higher, as in "2e" in French.
  const [, figure, letters] = /^(\d+)(.*)$/.exec(t(`page.podium.place.${own.rank}`)) ?? ["", "", ""];
  const place = [before, figure, letters.length === 1 ? h("sup", {}, letters) : letters, after];
  return [h("p", { class: "own-place" }, place), ...(record ? [record] : [])];
}

/**
 * Let each place of the podium open its score sheet, as a tap on a total does during a game. A television has no sheets.
 * @param {HTMLElement} element
 * @param {api.PhoneView} view
 */
function openPlaces(element, view) {
  if (!document.getElementById("turn-reveal")) return;
  for (const item of findAll(element, ":is(.podium, .podium-rest) > li")) {
    const seat = Number(item.dataset.seat);
    const { name } = view.seats[seat - 1];
    item.append(h("button", { class: "reasons", type: "button", onclick: () => openSheet(seat, name) }, h("span", { class: "unseen" }, t("page.podium.reasons", { name }))));
  }
}

/**
 * @param {number} seat
 * @param {string} name
 */
function openSheet(seat, name) {
  const row = byId("totals").querySelector(`[data-seat="${seat}"]`);
  const parts = row ? findAll(row, "[data-part=stands], .purse-room, .lines").map((part) => part.cloneNode(true)) : [];
  new Sheet().push(name, h("div", { class: "podium-sheet" }, parts));
}

/**
 * Return what decided the game, what was new at this table, and how long it took.
 * @param {api.StoryView} story
 */
function storySection({ turning_point: point, records, length, duration }) {
  const news = records.map((text) => h("p", { class: "record" }, drawing("crown"), text));
  const isPhone = document.getElementById("turn-reveal"); // a television has none
  const time = (isPhone || duration) && h("p", { class: "hint" }, length); // turns alone are no news from afar
  return h("div", { class: "story" }, point && h("p", {}, point.text), news, time);
}

/**
 * Turn the reveal to a step.
 * @param {api.PhoneView} view
 * @param {number} step
 */
async function turn(view, step) {
  try {
    await sendCommand("turn_reveal", { step }, view, showWaiting);
  } catch (error) {
    say(errorSentence(error), "refused");
  }
}
