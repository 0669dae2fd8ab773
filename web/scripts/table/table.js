// The page of the table, on phones and on the television: shows each new view, and tells the page's other scripts.
import { connect } from "../lib/stream.js";
import { brought, happening, hides, hushed } from "../ceremonies/brought.js";
import { drawing, setText } from "../lib/dom.js";
import { loadStylesheet, fetched } from "../lib/fetching.js";
import { event, mark } from "../lib/templates.js";
import { showTotals } from "./totals.js";
import { Scene } from "../blocks/scene.js";
import { owes } from "./turns.js";
import { registerThings } from "../lib/things.js";
import { signed, t } from "../lib/words.js";

const at = (id) => document.getElementById(id);
const scene = new Scene({ near: at("blocks-near"), hand: at("blocks-hand"), wide: at("blocks-wide"), rest: at("blocks"), totals: at("totals") });
const parts = { table: at("table"), events: at("events"), totals: at("totals") };
let chart = null; // of a game: fetched with the first view that has one
let chance = null; // the card of seals and draws, of a game that has them: fetched with the first view that does
let player = null; // what plays ceremonies, once there was one
let dressedUp = null; // their styles, once they are asked for
let playing = null; // what is being played: {view that brought it, news before it, left to be played}
let current = null; // the newest view
const FIRST_MS = 1500; // of waiting
const LONG = [12, 16, 24, 40]; // letters of a headline from which it is set smaller, as parts.html does too
const LONG_LAST = 44; // letters of what was heard last, from which it takes two lines on a television
let before = null;

function show(view) {
  const news = before?.number === view.number ? before : null; // what is on the page of this same game
  parts.table.toggleAttribute("data-empty", view.game === null);
  for (const element of document.querySelectorAll("[data-for]")) {
    element.hidden = (element.dataset.for === "host") !== (view.you?.host ?? false);
  }
  showBadges(view);
  registerThings(view.things, view.game);
  if (view.game !== null) {
    showGame(view, news);
    drawChart();
  } else playing = null;
  document.companionView = before = view;
  document.dispatchEvent(new CustomEvent("companion:view", { detail: view }));
}

function showGame(view, news) {
  const goesOn = playing !== null && happening(playing.view) === happening(view); // such as when somebody joins
  if (!goesOn) {
    if (playing !== null) player?.stop();
    const list = brought(view, news);
    playing = list.length ? { view, news, left: list } : null;
  }
  const hidden = hides(playing?.left ?? []);
  showFigures(view, news !== null);
  if (goesOn || news === null || news.seq === view.seq) return;
  if (hidden !== "all") say(view);
  if (playing !== null) celebrate(playing);
}

/** Play what a view brought; what does it is fetched with the first of them. */
async function celebrate(run) {
  dressedUp ??= loadStylesheet("/styles/ceremonies/ceremonies.css");
  const [found] = await Promise.all([fetched("/scripts/ceremonies/player.js").catch(() => null), dressedUp]);
  player ??= found;
  if (run !== playing) return;
  const left = (list) => {
    if (run !== playing) return;
    const before = hides(run.left);
    run.left = list;
    showFigures(current, true);
    if (before === "all" && hides(list) !== "all") say(current);
  };
  if (found !== null) await found.play(run.left, { view: run.view, scene, left });
  left([]);
  if (run === playing) playing = null;
}

/** All that a view tells, but for what a ceremony is still to bring. */
function showFigures(view, news) {
  const shown = playing === null ? view : hushed(view, playing.news, playing.left);
  current = view;
  showTurn(shown);
  if (parts.events) showEvents(shown);
  showTotals(parts.totals, shown);
  scene.show(shown, news);
  chart?.show(shown);
  const secret = shown.standings.some(({ total }) => total === null);
  if (at("chart-title")) setText(at("chart-title"), t(secret ? "page.chart.open" : "page.chart.title"));
  const rematch = at("rematch");
  if (rematch) rematch.hidden = !(view.you?.host && (shown.over || shown.closed));
  showChance(view);
}

/** How the scores went. */
async function drawChart() {
  const found = chart || (await fetched("/scripts/table/chart.js").catch(() => null));
  if (chart || !found) return;
  chart = new found.Chart(at("chart"));
  if (current) chart.show(current);
}

/** What was sealed and drawn in a game of chance. */
async function showChance(view) {
  const card = at("chance-card");
  if (!card || (chance === null && !view.chance)) return;
  if (chance === null) {
    const found = await fetched("/scripts/table/chance.js").catch(() => null);
    if (found === null) return; // the next view asks for it again
    chance ??= new found.Chance(card);
  }
  chance.show(current);
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
  setText(at("game-title"), view.round ? t(view.rounds ? "page.round_of" : "page.round", { title: view.title, n: view.round, of: view.rounds }) : view.title);
  card.classList.toggle("in-rounds", Boolean(view.round));
  setText(at("headline"), view.headline);
  at("headline").dataset.long = LONG.filter((letters) => letters < view.headline.length).length;
  const last = lastHeard(view)?.text ?? "";
  setText(at("last"), last);
  at("last").toggleAttribute("data-long", last.length > LONG_LAST);
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
function say(view) {
  const tallies = playing === null ? [] : view.ceremonies.filter(({ ceremony }) => ceremony === "tally");
  const paid = tallies.flatMap(({ shares }) => shares).filter((share) => share.pays);
  const shares = paid.map((share) => `${view.seats[share.seat - 1].name} ${signed(share.pays)}`);
  const [told] = tallies.length ? view.events : view.log; // what a tally paid is said seat by seat
  setText(at("spoken"), [told?.text, ...shares, view.headline].filter(Boolean).map(ended).join(" "));
}

function ended(sentence) {
  return /[.!?]$/u.test(sentence) ? sentence : `${sentence}.`;
}

// What draws its blocks comes before the first view: later it would push the cards from under a finger.
const waiting = [JSON.parse(at("view").textContent)];
let next = (view) => waiting.push(view);
connect((view) => next(view), { banner: at("banner"), base: waiting[0], name: at("view").dataset.name });
const ahead = Promise.all([scene.fetch(waiting[0]), waiting[0].game && drawChart()]);
await Promise.race([ahead, new Promise((done) => setTimeout(done, FIRST_MS))]);
next = show;
waiting.forEach(show);
