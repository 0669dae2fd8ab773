// The page of the table, on phones and on the television: shows each new view, and tells the page's other scripts.
import { connect } from "./stream.js";
import { drawing, dressed, put, still } from "./dom.js";
import { event, mark } from "./parts.js";
import { showTotals } from "./totals.js";
import { Chart } from "./chart.js";
import { Scene } from "./blocks/scene.js";
import { owes } from "./turns.js";
import { signed, t } from "./words.js";

const at = (id) => document.getElementById(id);
const scene = new Scene({ near: at("blocks-near"), hand: at("blocks-hand"), wide: at("blocks-wide"), rest: at("blocks"), totals: at("totals") });
const chart = new Chart(at("chart"));
const parts = { table: at("table"), events: at("events"), totals: at("totals") };
let chance = null; // the wheel and the dice, of a game that has them: fetched with the first view that does
let fetching = false;
const LONG = [12, 16, 24, 40]; // letters of a headline from which it is set smaller, as parts.html does too
let before = null;
let veil = null; // while a tally is read out: what the page shows until it has been, as it was before

function show(view) {
  const news = before?.number === view.number ? before : null; // what is on the page of this same game
  parts.table.toggleAttribute("data-empty", view.game === null);
  for (const element of document.querySelectorAll("[data-for]")) {
    element.hidden = (element.dataset.for === "host") !== (view.you?.host ?? false);
  }
  showBadges(view);
  if (view.game !== null) showGame(view, news);
  else veil = null;
  document.companionView = before = view;
  document.dispatchEvent(new CustomEvent("companion:view", { detail: view }));
}

function showGame(view, news) {
  const tallied = news !== null && view.tally !== null && news.tally?.entry !== view.tally.entry;
  const moves = Boolean(view.wheel && chance?.goesOn(view));
  const same = moves || news?.seq === view.seq; // such as when somebody joins: nothing that ends what is being told
  const spun = Boolean(view.wheel && chance?.brings(view, news));
  if (!same) veil = spun ? hushed(news) : tallied && reads() ? veiled(news) : null;
  showFigures(view, news !== null);
  const mine = veil;
  showChance(view, news, () => {
    if (mine === null || mine !== veil) return;
    say(view, tallied);
    unveil(mine);
  });
  if (news !== null && !same) {
    if (!spun) say(view, tallied);
    celebrate(view, tallied, view.over && !news.over, () => unveil(mine));
  }
}

let joyful = null; // the styles of what celebrates, once they are asked for

/** Whether a tally is read out share by share here, so that its end is not to be seen before. */
function reads() {
  return !document.hidden && !still();
}

/** Read out a tally, celebrate the end: what does it is fetched with the first of them. `told`: it has been seen. */
async function celebrate(view, tallied, over, told) {
  if (!tallied && !over) return;
  joyful ??= dressed("/styles/joy.css");
  const [joy] = await Promise.all([import("./joy.js").catch(() => null), joyful]);
  if (joy === null) told();
  else joy.celebrate(view, tallied, over, told);
}

/** What tells how a tally ends: whoever leads, or has won. */
function showFigures(view, news) {
  const title = view.over && view.tally && { headline: view.tally.title };
  const shown = veil === null ? view : { ...view, ...(view.over && { over: false }), ...title, ...veil };
  showTurn(shown);
  if (parts.events) showEvents(shown);
  showTotals(parts.totals, shown);
  scene.show(shown, news);
  chart.show(shown);
  if (view.hands?.tracked && at("chart-title")) put(at("chart-title"), t(shown.over ? "page.chart.fortunes" : "page.chart.besants"));
  const rematch = at("rematch");
  if (rematch) rematch.hidden = !(view.you?.host && (shown.over || shown.closed));
}

function veiled({ standings, shown, sheet, chart, entry }) {
  return { standings, shown, sheet, chart, entry };
}

/** While the wheel turns or the dice roll: all that tells what they will show. */
function hushed({ turn, headline, log, scene: shown, ...news }) {
  return { ...veiled(news), turn, headline, log, scene: shown };
}

/** The wheel and the dice of a game that has them. Without them the page says the same in words. */
async function showChance(view, news, rested) {
  if (view.wheel === null) for (const card of ["wheel-card", "fight-card", "chance-card"]) at(card)?.toggleAttribute("hidden", true);
  else if (chance !== null) chance.show(view, news, rested);
  else if (!fetching) {
    fetching = true;
    const found = await import("./roulette.js").catch(() => null);
    if (found !== null) await dressed("/styles/wheel.css");
    fetching = false;
    if (found === null) return; // the next view asks for it again
    chance = new found.Roulette();
    if (before.wheel !== null) chance.show(before, null);
  }
}

/** A tally has been read out. By then the page may show another one, or none any more. */
function unveil(mine) {
  if (mine === null || mine !== veil) return;
  veil = null;
  showFigures(before, true);
}

function showTurn(view) {
  const number = owes(view) ? view.you.seat : view.turn;
  const seat = number === null ? null : view.seats[number - 1];
  const card = at("turn");
  if (seat) card.dataset.colour = seat.colour;
  else delete card.dataset.colour;
  card.classList.toggle("won", view.over);
  card.classList.toggle("yours", seat !== null && view.you?.seat === seat.seat);
  const sign = seat ? `seat ${seat.seat} ${seat.colour}` : view.over ? "crown" : "lantern";
  if (card.dataset.sign !== sign) {
    card.dataset.sign = sign;
    at("turn-sign").replaceChildren(seat ? mark(seat) : drawing(sign));
  }
  put(at("game-title"), view.round ? t("page.round", { title: view.title, n: view.round }) : view.title);
  card.classList.toggle("in-rounds", Boolean(view.round));
  put(at("headline"), view.headline);
  at("headline").dataset.long = LONG.filter((letters) => letters < view.headline.length).length;
  put(at("last"), lastHeard(view)?.text ?? "");
}

/** What the table heard last; whoever plays reads of the turn before, for its own last move stands by what takes it back. */
function lastHeard(view) {
  const playing = view.undo && view.turn !== null && view.turn === view.you?.seat;
  return playing ? view.log.find(({ seat }) => seat !== view.turn) : view.log[0];
}

function showBadges(view) {
  const badges = view.badges.map((badge) => {
    const element = document.createElement("li");
    element.className = "badge";
    element.dataset.level = badge.level;
    element.textContent = badge.text;
    return element;
  });
  at("badges").replaceChildren(...badges);
}

function showEvents(view) {
  const colours = view.seats.map((seat) => seat.colour);
  const now = [view.number, ...colours, ...view.log.map((one) => `${one.entry} ${one.text}`)].join("\n");
  if (parts.events.dataset.shown === now) return;
  parts.events.dataset.shown = now;
  parts.events.replaceChildren(...view.log.map((one) => event(one, one.seat && view.seats[one.seat - 1])));
}

/** What is new, for whoever listens rather than looks. */
function say(view, tallied) {
  const paid = tallied ? view.tally.shares.filter((share) => share.pays) : [];
  const shares = paid.map((share) => `${view.seats[share.seat - 1].name} ${signed(share.pays)}`);
  const [told] = tallied ? view.events : view.log; // what a tally paid is said seat by seat
  put(at("spoken"), [told?.text, ...shares, view.headline].filter(Boolean).map(ended).join(" "));
}

function ended(sentence) {
  return /[.!?]$/u.test(sentence) ? sentence : `${sentence}.`;
}

show(JSON.parse(at("view").textContent));
connect(show, { banner: at("banner") });
