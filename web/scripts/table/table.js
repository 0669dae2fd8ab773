// The page of the table: shows each new view, and passes it to the page's other scripts.
import { connect } from "../lib/stream.js";
import { newCeremonies, ceremoniesKey, hiddenPart, concealNews } from "../ceremonies/brought.js";
import { byId, drawing, h, setText } from "../lib/dom.js";
import { loadLaterWords, loadScript, loadStylesheet, loadTapped } from "../lib/fetching.js";
import { isSameJson, render } from "../lib/render.js";
import { eventLine, seatMark } from "../lib/templates.js";
import { showTotals } from "./totals.js";
import { Scene } from "../blocks/scene.js";
import { owes } from "./turns.js";
import { areSoundsOn } from "../lib/switches.js";
import { registerThings } from "../lib/things.js";
import { formatSigned, t } from "../lib/words.js";

const FIRST_MS = 1500; // of waiting
const LONG = [12, 16, 24, 40]; // letters of a headline from which it is set smaller, as parts.html does too
const LONG_LAST = 44; // letters of the last event from which it takes two lines on a television

/** @typedef {ReturnType<typeof newCeremonies>} Animations */
/**
 * Animations that are being played: the view that brought them, the view before it, and those that are not over yet.
 * @typedef {{view: api.PhoneView, before: api.PhoneView, left: Animations}} Run
 */

const totals = byId("totals");
const events = document.getElementById("events"); // null on a television, like the next two
const rematch = document.getElementById("rematch");
const chanceCard = document.getElementById("chance-card");
const scene = new Scene({
  near: byId("blocks-near"),
  hand: document.getElementById("blocks-hand"),
  wide: document.getElementById("blocks-wide"),
  rest: byId("blocks"),
  totals,
});
/** Fetched with the first game. @type {import("./chart.js").Chart | null} */
let chart = null;
/** Fetched with the first game of chance. @type {import("./chance.js").Chance | null} */
let chance = null;
/** Fetched with the first end. @type {import("./ending.js").Ending | null} */
let ending = null;
/** The newest view, without what animations are still to show. @type {api.PhoneView} */
let shownNow;
/** Fetched with the first animations. @type {typeof import("../ceremonies/player.js") | null} */
let player = null;
/** The styles of animations. @type {Promise<unknown> | null} */
let playerStyles = null;
/** @type {Run | null} */
let currentRun = null;
/** The newest view. @type {api.PhoneView | null} */
let newest = null;
/** The newest view of a game. @type {api.PhoneView | null} */
let newestOfGame = null;

/** @param {api.PhoneView} view */
function show(view) {
  const before = newest?.number === view.number ? newest : null; // what the page shows of this same game
  byId("table").toggleAttribute("data-empty", view.game === null);
  byId("table").toggleAttribute("data-end", view.over || Boolean(view.reveal));
  render(byId("badges"), view.badges.map(({ level, text }) => h("li", { class: "badge", dataset: { level } }, text)));
  registerThings(view.things, view.game ?? "");
  if (view.game !== null) {
    showGame(view, before);
    drawChart();
  } else {
    currentRun = null;
    scene.show(view, false);
  }
  document.companionView = newest = view;
  document.dispatchEvent(new CustomEvent("companion:view", { detail: view }));
}

/**
 * @param {api.PhoneView} view
 * @param {api.PhoneView | null} before
 */
function showGame(view, before) {
  const isContinuing = currentRun !== null && ceremoniesKey(currentRun.view) === ceremoniesKey(view); // as when somebody joins
  if (!isContinuing) {
    if (currentRun !== null) player?.stop();
    const left = newCeremonies(view, before);
    currentRun = before && left.length ? { view, before, left } : null;
  }
  const hidden = hiddenPart(currentRun?.left ?? []);
  showFigures(view, before !== null);
  if (isContinuing || before === null || (before.seq === view.seq && isSameJson(before.reveal, view.reveal))) return;
  if (hidden !== "all" && !view.reveal) announce(view);
  if (currentRun !== null) play(currentRun);
}

/**
 * Play animations; the script that plays them is fetched with the first ones.
 * @param {Run} run
 */
async function play(run) {
  playerStyles ??= loadStylesheet("/styles/ceremonies/ceremonies.css");
  const [script] = await Promise.all([loadScript("/scripts/ceremonies/player.js").catch(() => null), playerStyles]);
  player ??= script;
  if (run !== currentRun) return;
  /** @param {Animations} list */
  const left = (list) => {
    if (run !== currentRun || !newestOfGame) return;
    const before = hiddenPart(run.left);
    run.left = list;
    showFigures(newestOfGame, true);
    if (before === "all" && hiddenPart(list) !== "all") announce(newestOfGame);
  };
  if (script !== null) await script.play(run.left, { view: run.view, scene, left });
  left([]);
  if (run === currentRun) currentRun = null;
}

/**
 * Show everything in a view but what animations are still to show.
 * @param {api.PhoneView} view
 * @param {boolean} isKnownGame The page has shown a view of the same game before.
 */
function showFigures(view, isKnownGame) {
  /** @type {api.PhoneView} */
  const shown = currentRun === null ? view : concealNews(view, currentRun.before, currentRun.left);
  newestOfGame = view;
  showTurn(shown);
  showEvents(shown);
  showTotals(totals, shown);
  const blocks = shown.scene.blocks.filter(({ id }) => id !== "reveal"); // its steps are shown apart
  scene.show({ ...shown, scene: { ...shown.scene, blocks } }, isKnownGame);
  showEnding(shown, isKnownGame);
  chart?.show(shown);
  if (rematch) rematch.hidden = !((view.you.host || view.you.leads) && (shown.over || shown.closed));
  showChance(view);
}

/**
 * Show the end of a game as far as it is revealed.
 * @param {api.PhoneView} view
 * @param {boolean} isKnownGame
 */
async function showEnding(view, isKnownGame) {
  shownNow = view;
  if (ending === null && !view.reveal && !view.over) return;
  const script = ending === null ? await loadTapped("/scripts/table/ending.js").catch(() => null) : null;
  if (script !== null) ending ??= new script.Ending(byId("ending"));
  ending?.show(shownNow, isKnownGame); // a newer view may have come; without a script, the next one loads it again
}

/** Draw the course of the scores for the first time. */
async function drawChart() {
  const [script] = await Promise.all([loadScript("/scripts/table/chart.js"), loadLaterWords()]).catch(() => []);
  if (chart !== null || !script) return;
  chart = new script.Chart(byId("chart"));
  if (newestOfGame) chart.show(newestOfGame);
}

/**
 * Show what was sealed and drawn in a game of chance.
 * @param {api.PhoneView} view
 */
async function showChance(view) {
  if (!(chanceCard instanceof HTMLDetailsElement) || (chance === null && !view.chance)) return;
  if (chance === null) {
    const [script] = await Promise.all([loadScript("/scripts/table/chance.js"), loadLaterWords()]).catch(() => []);
    if (!script) return; // the next view asks for it again
    chance ??= new script.Chance(chanceCard);
  }
  chance.show(newestOfGame ?? view);
}

/** @param {api.PhoneView} view */
function showTurn(view) {
  const number = owes(view) ? view.you.seat : view.turn;
  const seat = number === null ? null : view.seats[number - 1];
  const winners = view.over ? view.standings.flatMap(({ seat: winner, rank }) => (rank === 1 ? [view.seats[winner - 1]] : [])) : [];
  const card = byId("turn");
  const owner = winners.length === 1 ? winners[0] : seat;
  if (owner) card.dataset.colour = owner.colour;
  else delete card.dataset.colour;
  card.classList.toggle("won", view.over);
  card.classList.toggle("yours", seat !== null && view.you.seat === seat.seat);
  render(byId("turn-sign"), seat ? seatMark(seat) : winners.length ? winners.map(crowned) : drawing(view.over ? "crown" : "lantern"));
  const { title, rounds } = view;
  const round = view.over || view.reveal ? 0 : view.round;
  setText(byId("game-title"), round ? t(rounds ? "page.round_of" : "page.round", { title, n: round, of: rounds }) : title);
  card.classList.toggle("in-rounds", Boolean(round));
  const headline = byId("headline");
  setText(headline, view.headline);
  headline.dataset.long = String(LONG.filter((letters) => letters < view.headline.length).length);
  const last = byId("last");
  const text = lastEvent(view)?.text ?? "";
  setText(last, text);
  last.toggleAttribute("data-long", text.length > LONG_LAST);
}

/**
 * Return the piece of a winner, which wears a crown.
 * @param {api.SeatView} seat
 */
function crowned(seat) {
  return h("span", { class: "crowned" }, drawing("crown"), seatMark(seat));
}

/**
 * Return the last event. For the seat on turn it is that of the turn before: its own last move stands beside the button
 * that takes it back. At the end of a game it is by how much it was won.
 * @param {api.PhoneView} view
 */
function lastEvent({ undo, turn, you, log, margin }) {
  if (margin) return { text: margin };
  return undo && turn !== null && turn === you.seat ? log.find(({ seat }) => seat !== turn) : log[0];
}

/** @param {api.PhoneView} view */
function showEvents(view) {
  if (!events) return;
  const last = lastEvent(view);
  const lines = view.log.map((event) => {
    const line = eventLine(event, event.seat === null ? null : view.seats[event.seat - 1]);
    line.classList.toggle("in-headline", event === last); // where it is near, it need not stand here too
    return line;
  });
  render(events, lines);
}

/**
 * Have screen readers read the news of a view.
 * @param {api.PhoneView} view
 */
function announce(view) {
  const tallies = currentRun === null ? [] : view.ceremonies.filter((animation) => animation.ceremony === "tally");
  const paid = tallies.flatMap(({ shares }) => shares).filter((share) => share.pays);
  const shares = paid.map((share) => `${view.seats[share.seat - 1].name} ${formatSigned(share.pays)}`);
  const [event] = tallies.length ? view.events : view.log; // the shares of a tally follow seat by seat
  const sentences = [view.margin ? "" : event?.text, ...shares, view.headline, view.margin ?? ""].filter(Boolean);
  setText(byId("spoken"), sentences.map((text) => (/[.!?]$/u.test(text) ? text : `${text}.`)).join(" "));
}

// The scripts that draw blocks come before the first view: later they would push the cards from under a finger.
const source = byId("view");
/** @type {api.PhoneView} */
const firstView = JSON.parse(source.textContent);
const waiting = [firstView];
/** @type {(view: api.PhoneView) => void} */
let receive = (view) => waiting.push(view);
connect((view) => receive(view), { base: firstView, name: source.dataset.name });
const isEnding = firstView.over || firstView.reveal;
const ahead = Promise.all([scene.fetch(firstView), firstView.game && drawChart(), isEnding && loadTapped("/scripts/table/ending.js").catch(() => null)]);
await Promise.race([ahead, new Promise((done) => setTimeout(done, FIRST_MS))]);
if (areSoundsOn()) loadTapped("/scripts/table/sounds.js").then(({ startSounds }) => startSounds(), () => {});
receive = show;
waiting.forEach(show);
