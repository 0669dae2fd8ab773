// What this phone may do now: a card for every offer, a last look where one is due, the way in for whoever looks on.
import { busy, command } from "../lib/api.js";
import { button, choiceButton } from "../lib/buttons.js";
import { Confirmation, confirmed } from "../offers/confirm.js";
import { h } from "../lib/dom.js";
import { fetchAhead, join, leaving, playForm, scanned } from "../offers/on_demand.js";
import { ruled, sentence } from "../lib/reasons.js";
import { inOneBreath, named, say, waiting, whose } from "../lib/says.js";
import { openSheet, Sheet } from "../lib/sheet.js";
import { backAndForth, drawTools } from "./tools.js";
import { owes } from "./turns.js";
import { sign } from "../lib/things.js";
import { t } from "../lib/words.js";

const SQUARE = 22; // letters of a square code
const TWICE_MS = 400; // two taps closer than this are one hand's double tap

const place = document.getElementById("act");
const turn = document.getElementById("turn");
let view = null;
let drawn = ""; // what the cards were drawn from
let news = null; // {seat, entry} of a move just played, to be told once the table shows it
let strip = null; // the last look that is open: {key, confirmation, openedAt}
let touched = false; // a finger is on the cards: its tap would be lost with its card
let late = false; // the cards are to be drawn anew once it has gone

place.addEventListener("pointerdown", () => {
  touched = true;
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(letGo)); // after its click

function letGo() {
  touched = false;
  if (late) draw();
}

function show(now) {
  const before = view;
  view = { ...now, offers: (now.offers ?? []).map(told) };
  enter();
  if (roleOf(before) !== roleOf(now) && (now.you?.host || now.you?.seat)) fetchAhead();
  const moved = before && (before.number !== now.number || before.seq !== now.seq);
  if (moved && !confirmed()) tableMoved();
  const { number, seq, you, offers, options, waiting: whom, seats, undo, redo } = view;
  const mine = JSON.stringify([number, seq, you, offers, options, whom, seats, undo, redo]);
  if (mine !== drawn) {
    drawn = mine;
    if (touched) late = true;
    else draw();
  }
  drawTools(view);
  tellNews();
  if (before?.you?.seat && !now.you?.seat) {
    if (!leaving.byHand) say(t(before.number === now.number ? "page.act.seat_lost" : "page.act.seat_ended"));
  } else if (before && before.turn !== now.turn && now.turn && now.turn === now.you?.seat && !inSight(turn)) say(now.headline);
  if ((moved && !confirmed()) || roleOf(before) !== roleOf(now)) openSheet()?.onView(now);
}

/** Somebody came by the box's square code, behind the #. */
function enter() {
  const code = location.hash.slice(1);
  if (!view || code.length !== SQUARE) return;
  history.replaceState(null, "", location.pathname); // it stays in no history
  scanned(code, view);
}

/** An offer of several moves at once is drawn as its first one is. */
function told(offer) {
  if (!offer.moves) return offer;
  const [{ seat, move }] = offer.moves;
  return { ...offer, seat: offer.seat ?? seat, move };
}

/** What the command of an offer carries. */
function bodyOf({ seat, move, moves }) {
  return moves ? { moves } : { seat, move };
}

function inSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** The table is another one than was seen: a last look at it says so, and closes. */
function tableMoved() {
  if (!strip) return;
  close();
  say(t("page.act.stale"), "refused");
}

function roleOf(one) {
  return JSON.stringify(one?.you ?? null);
}

function draw() {
  late = false;
  const there = place.contains(document.activeElement) ? document.activeElement : null;
  const held = (there?.closest(".action-card")?.querySelector(".action") ?? there)?.dataset.key ?? "";
  place.replaceChildren(...content().filter(Boolean));
  const table = document.getElementById("table");
  table.classList.toggle("acting", acting());
  table.classList.toggle("owed", owes(view));
  if (strip) reattach();
  if (!there) return;
  // Where the button is gone, no other may take the next press in its stead.
  const again = place.contains(there) ? there : (place.querySelector(`[data-key="${CSS.escape(held)}"]`) ?? place);
  again.focus({ preventScroll: true });
}

function content() {
  const { host, seat } = view.you ?? {};
  if (!host && !seat) {
    return [keyed("join", button("join-button", () => join(view), t("page.join.open")))];
  }
  const setUp = { class: "play", href: "/setup", dataset: { key: "new" } };
  const goOn = { class: "quiet", href: "/games", dataset: { key: "go_on" } };
  if (view.game === null) return host ? [h("a", setUp, t("page.act.new")), h("a", goOn, t("page.act.go_on"))] : [];
  if (view.closed) return [];
  const seats = seatsOf();
  const groups = seats.map((one) => group(one, seats.length > 1 || one !== seat));
  const known = seat && (view.turn === seat || owes(view)); // the headline says so
  return [seat ? !known && youAre(seat) : !groups.length && othersAct(), ...groups, backAndForth(view)];
}

/** The seats that this phone has something to play for, in the order of the view. */
function seatsOf() {
  return [...new Set(view.offers.filter(({ move }) => isMove(move)).map((one) => one.seat))];
}

/** Whether a move has its card here: corrections are among the tools, the wheel is turned where it stands. */
function isMove({ move }) {
  return move !== "correct" && !ofWheel(move);
}

/** Whether a kind of move is made by turning the wheel on the page. */
function ofWheel(kind) {
  const wheel = view.scene.blocks.some(({ block }) => block === "ring");
  return wheel && view.offers.some(({ move, whole, touches = [] }) => whole && move.move === kind && touches.includes("sector"));
}

/** Whether there is something to be done on this phone: then what is done stands first, and all else is short. */
function acting() {
  return view.game !== null && !view.over && view.offers.some(({ move, refused }) => move.move !== "correct" && !refused);
}

/** Which seat this phone is: at a full table nobody remembers. */
function youAre(seat) {
  return h("p", { class: "others" }, t("page.act.you_are"), " ", whose(view, seat));
}

/** What a host reads who has nothing to play now. */
function othersAct() {
  if (view.over || !view.waiting.length || view.offers.some(({ move, whole }) => whole && ofWheel(move.move))) return null;
  if (view.seats.every((one) => one.claimed)) return h("p", { class: "others" }, t("page.act.all_claimed"));
  return h("p", { class: "others" }, t("page.act.waiting"), " ", view.waiting.map((seat) => whose(view, seat)));
}

/** The cards of a seat; `named`: it has to be said whose they are. */
function group(seat, named) {
  const offers = withTheEnd(view.offers.filter((offer) => offer.seat === seat && isMove(offer.move)));
  const mine = offers.filter((offer) => !isTheirs(offer) && (offer.whole || !offer.refused));
  const shown = [...mine.filter((offer) => !offer.ends_turn), ...mine.filter((offer) => offer.ends_turn)];
  const cards = shown.map((offer) => (offer.whole ? wholeCard(offer) : formCard(offer)));
  cards.push(...offers.filter(isTheirs).map(theirCard));
  const forms = new Set(mine.filter(isBareForm).map(({ move }) => move.move));
  const more = options(seat).filter(({ move }) => !forms.has(move));
  const title = named ? whose(view, seat) : t("page.act.yours");
  const heading = h("h2", { id: `act-${seat}`, class: named ? "act-seat" : "unseen" }, title);
  const moreButton = keyed(`more ${seat}`, button("quiet", () => moreMoves(seat), t("page.act.more")));
  cards[shown.indexOf(usualOf(shown))]?.classList.add("usual");
  const grouped = underHeadings(cards, [...shown, ...offers.filter(isTheirs)]);
  if (more.length > 0) grouped.at(-1).list.append(h("li", { class: "more" }, moreButton));
  const lists = grouped.flatMap(({ name, list }) => [name && h("h3", { class: "act-heading" }, name), list]).filter(Boolean);
  return h("section", { class: "act-group", "aria-labelledby": `act-${seat}` }, heading, ...lists);
}

/** The cards of these offers as lists, one a heading, in the order in which the first of each comes. */
function underHeadings(cards, offers) {
  const found = new Map();
  for (const [place, { group: name = "" }] of offers.entries()) found.set(name, [...(found.get(name) ?? []), cards[place]]);
  if (found.size < 2) return [{ name: "", list: h("ul", { class: "action-cards" }, cards) }];
  return [...found].map(([name, under]) => ({ name, list: h("ul", { class: "action-cards", "aria-label": name || null }, under) }));
}

/** Offers of one seat; where only the end of the turn can follow a move, the card that does both stands for it. */
function withTheEnd(offers) {
  const both = offers.filter(({ moves, seat }) => moves?.length === 2 && moves.every((one) => one.seat === seat));
  const begun = new Set(both.map(({ moves }) => JSON.stringify(moves[0].move)));
  return offers.filter(({ moves, move }) => moves || !begun.has(JSON.stringify(move)));
}

/** Whether an offer is the form of its kind from the beginning. */
function isBareForm({ whole, move }) {
  return !whole && Object.keys(move).length === 1;
}

/** What is done most of the time: all there is, what the game says, or what comes first and is not one among its like. */
function usualOf(offers) {
  const all = offers.filter(({ refused }) => !refused);
  if (all.length === 1) return all[0];
  const open = all.filter(({ moves }) => !moves);
  const alike = open.filter(({ move }) => move.move === open[0].move.move);
  return open.find((offer) => offer.usual) ?? (alike.length === 1 ? open[0] : null);
}

/** The kinds of moves that a seat may think of, each with its form. */
function options(seat) {
  return view.options.filter((option) => option.seat === seat && isMove(option));
}

/** A button that is found again by its key when all is drawn anew. */
function keyed(key, element) {
  element.dataset.key = key;
  return element;
}

/** A whole move: one tap plays it, unless it is refused, or solemn: one looks first. */
function wholeCard(offer) {
  const key = JSON.stringify(bodyOf(offer));
  if (offer.refused) return cardOf(key, offer, () => tellWhy(key, offer));
  if (offer.solemn) return cardOf(key, offer, () => look(key, offer));
  const made = cardOf(key, offer, () => playNow(offer));
  made.firstChild.removeAttribute("aria-expanded");
  if (offer.chance && !offer.moves) made.append(keyed(`${key} typed`, button("quiet typed", () => typeIn(offer), t("page.act.typed"))));
  return made;
}

/** What the real dice showed is typed in. */
function typeIn({ seat, move: { move, ...chosen }, text }) {
  playForm(view, seat, move, text, { chosen, real: true });
}

/** Whether an offer goes by the hand of another seat, which this phone never sees. */
function isTheirs({ seat, secret }) {
  return secret && seat !== view.you.seat;
}

/** What this phone cannot do for a seat: it says where it can be done. */
function theirCard(offer) {
  const { name } = view.seats.find((one) => one.seat === offer.seat);
  return wholeCard({ ...offer, refused: { reason: t("page.act.theirs", { name }), ruling: null } });
}

function formCard(offer) {
  const { move, ...chosen } = offer.move;
  const fill = () => playForm(view, offer.seat, move, offer.text, { chosen });
  const made = cardOf(JSON.stringify(bodyOf(offer)), { ...offer, text: `${offer.text}…` }, fill);
  made.firstChild.removeAttribute("aria-expanded");
  made.firstChild.setAttribute("aria-haspopup", "dialog");
  return made;
}

function cardOf(key, { text, detail, glyph, refused }, tap) {
  const not = refused && [
    h("small", { class: "unseen" }, t("page.act.not_now")),
    h("small", { class: "why" }, ruled(refused)),
  ];
  const words = h("span", { class: "action-words" }, h("b", {}, text), detail && h("small", {}, detail), not);
  const made = keyed(key, button("action", tap, glyph && sign({ glyph }), words));
  made.setAttribute("aria-expanded", "false");
  return h("li", { class: refused ? "action-card refused" : "action-card" }, made);
}

function cardNamed(key) {
  return place.querySelector(`.action[data-key="${CSS.escape(key)}"]`)?.parentElement;
}

/** A refused card says why, in place; a second tap folds it away. */
function tellWhy(key, { refused }) {
  const card = cardNamed(key);
  const there = card.querySelector(".why-not");
  for (const other of place.querySelectorAll(".action-card > .why-not")) unfold(other.parentElement, other, false);
  if (!there) unfold(card, h("p", { class: "why-not", role: "status" }, ruled(refused)), true);
}

function unfold(card, element, open) {
  if (open) card.append(element);
  else element.remove();
  card.querySelector(".action").setAttribute("aria-expanded", String(open));
}

/** Play a whole move at once: taking it back is one tap away. Of a double tap the second is not meant. */
async function playNow(offer) {
  if (busy() || place.classList.contains("resting")) return;
  place.classList.add("resting");
  setTimeout(() => place.classList.remove("resting"), TWICE_MS);
  close();
  say("");
  try {
    const answer = await command("play", bodyOf(offer), view, waiting);
    if (answer) news = { seat: offer.seat, entry: answer.entry };
    tellNews();
  } catch (error) {
    say(sentence(error), "refused");
  }
}

/** Tell what a move that was played at once did, once the table shows it. */
function tellNews() {
  if (!news || view.entry < news.entry) return;
  const event = view.events.find(({ entry }) => entry === news.entry);
  if (event) say(inOneBreath(event.text, view.sheet.filter(({ entry }) => entry === news.entry), news.seat));
  news = null;
}

/** The last look at a solemn move, in its card. */
function look(key, offer) {
  if (strip?.key === key) {
    if (Date.now() - strip.openedAt > TWICE_MS) close(true);
    return;
  }
  close();
  say("");
  const confirmation = new Confirmation({
    view,
    seat: offer.seat,
    body: bodyOf(offer),
    outlook: offer.outlook,
    done: () => close(true),
    over: (word) => {
      close(true);
      say(word, "refused");
    },
    cancel: () => close(true),
  });
  strip = { key, confirmation, openedAt: Date.now() };
  unfold(cardNamed(key), confirmation.element, true);
  confirmation.focus();
}

/** The cards were drawn anew under a strip that still holds. */
function reattach() {
  const card = cardNamed(strip.key);
  if (!card) strip = null;
  else unfold(card, strip.confirmation.element, true);
}

/** Fold the last look away; whoever was in it is in its card then. */
function close(focus = strip?.confirmation.element.contains(document.activeElement)) {
  if (!strip) return;
  const { key, confirmation } = strip;
  strip = null;
  const card = cardNamed(key);
  if (!card) return;
  unfold(card, confirmation.element, false);
  if (focus) card.querySelector(".action").focus({ preventScroll: true });
}

/** Every kind of move that a seat may think of, by form. */
function moreMoves(seat) {
  const sheet = new Sheet();
  const list = h("div", { class: "cards" });
  const fill = (now) => {
    const options = now.options.filter((option) => option.seat === seat && isMove(option));
    if (!options.length) {
      sheet.close();
      say(t("page.act.stale"), "refused");
    }
    const walk = ({ move, text }) => playForm(view, seat, move, text, { sheet });
    const card = ({ text, refused }, tap) => choiceButton({ text, refused }, tap); // whose it is goes without saying
    list.replaceChildren(...options.map((option) => card(option, () => walk(option))));
  };
  fill(view);
  sheet.push(named(view, seat, t("page.act.more")), list, fill);
}

/** A place on the table was touched: what alone hangs on it is done, as by its card; of several one is chosen. */
function touchedPlace(at) {
  const open = [...place.querySelectorAll(".action-card:not(.refused) > .action")];
  const there = open.filter(({ dataset }) => offerOf(dataset.key)?.at === at);
  if (there.length === 1) there[0].click();
  else there[0]?.focus();
}

function offerOf(key) {
  return view.offers.find((offer) => JSON.stringify(bodyOf(offer)) === key);
}

/** What is touched is good for this: it is done, or its form goes on from there to the last tap. */
function touchedThings(offer) {
  const { move, ...chosen } = offer.move;
  if (offer.whole && !offer.solemn) playNow(offer);
  else playForm(view, offer.seat, move, offer.text, { chosen, sure: !offer.solemn });
}

addEventListener("hashchange", enter);
document.addEventListener("companion:place", ({ detail }) => touchedPlace(detail));
document.addEventListener("companion:touched", ({ detail }) => touchedThings(detail));
place.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && strip) close(true);
});
place.tabIndex = -1;
document.body.append(h("p", { id: "said", class: "said", role: "status" }));
document.addEventListener("companion:view", (event) => show(event.detail));
if (document.companionView) show(document.companionView);
