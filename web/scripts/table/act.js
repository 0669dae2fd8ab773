// What this phone may do now: a card for every offer, and the way in.
import { sendCommand } from "../lib/api.js";
import { byId, findAll, h } from "../lib/dom.js";
import { loadLaterWords, loadScript, loadTapped } from "../lib/fetching.js";
import { claimScanned, confirming, fetchAhead, join, leaving, newConfirmation, playForm, showMoreMoves } from "../offers/on_demand.js";
import { withRuling, errorSentence } from "../lib/reasons.js";
import { isSameJson, render } from "../lib/render.js";
import { gainsOf, summarizeMove, say, showWaiting, seatLabel } from "../lib/says.js";
import { currentSheet } from "../lib/sheet.js";
import { keep, keptPosition } from "../lib/switches.js";
import { owes } from "./turns.js";
import { thingSign } from "../lib/things.js";
import { t } from "../lib/words.js";
import { undoButtons } from "./undo.js";

/** @typedef {api.OfferView} Offer */

const CODE_LENGTH = 22; // of a square code
const DOUBLE_TAP_MS = 400; // two taps closer than this are one double tap
const REAL = { dice: "real-dice", cards: "real-cards" };

const place = byId("act");
const turn = byId("turn");
const page = document.documentElement;
const FIRST_VISIT = "data-first-visit"; // of the page: theme.js sets it before the card of a first visit is drawn
const visitCard = document.getElementById("visit"); // null if this phone had a role when the page was loaded
/** @type {api.PhoneView} */
let view; // from the first one on
/** @type {{seat: number, entry: number} | null} */
let news = null; // a move that was just played, to be told once the table shows it
/** @type {{key: string, confirmation: import("../offers/confirm.js").Confirmation, openedAt: number} | null} */
let strip = null; // the confirmation that is open in a card
let reasonKey = ""; // of the card that shows why it is refused
let isTouched = false; // a finger is on the cards: none may move away under it
let hadTools = false; // there was something to draw among the tools
let isOutdated = false; // the cards are to be drawn again once the finger is gone
/** This phone rolls real dice, or deals by hand, and types in what lies there. */
const isReal = { dice: keptPosition(REAL.dice) === "on", cards: keptPosition(REAL.cards) === "on" };

place.addEventListener("pointerdown", () => {
  isTouched = true;
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(letGo)); // after its click

function letGo() {
  isTouched = false;
  if (isOutdated) draw();
}

/** @param {api.PhoneView} now */
function show(now) {
  /** @type {api.PhoneView | undefined} */
  const before = view;
  view = now;
  if (now.reveal) news = null; // told in steps
  enter();
  const hasNewRole = !isSameJson(before?.you, now.you);
  if (hasNewRole && (now.you.host || now.you.seat)) fetchAhead();
  const hasMoved = before && (before.number !== now.number || before.seq !== now.seq) && !confirming.isOnItsWay;
  if (hasMoved && strip) {
    close();
    say(t("page.act.stale"), "refused");
  }
  if (hasMoved) reasonKey = "";
  if (isTouched) isOutdated = true;
  else draw();
  if (now.you.host || now.you.seat || now.you.place !== undefined) endVisit(place);
  drawTools();
  if (now.lobby || before?.lobby || !now.game) loadTapped("/scripts/table/lobby.js").then(({ showLobby }) => showLobby(now), () => {});
  tellNews();
  tellTakeBack(before);
  if (!before?.you.seat && now.you.seat) leaving.byHand = false;
  if (before && hasNewRole && !leaving.byHand) loadTapped("/scripts/table/join.js").then(({ tellRole }) => tellRole(before, now), () => {});
  if (before && before.turn !== now.turn && now.turn && now.turn === now.you.seat && !isInSight(turn)) say(now.headline);
  if (hasMoved || hasNewRole) currentSheet()?.onView(now);
}

/** Use the square code of the box that somebody came by, behind the #. */
function enter() {
  const code = location.hash.slice(1);
  if (!view || code.length !== CODE_LENGTH) return;
  history.replaceState(null, "", location.pathname); // it stays in no history
  claimScanned(code, view);
}

/**
 * Return the fields of the command that plays an offer.
 * @param {Offer} offer
 */
function bodyOf({ seat, move, moves }) {
  return moves ? { moves } : { seat, move };
}

/** @param {Offer} offer */
function keyOf(offer) {
  return JSON.stringify(bodyOf(offer));
}

/** @param {Element} element */
function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Draw all cards again, and in them what is unfolded. */
function draw() {
  isOutdated = false;
  if (isFirstVisit()) drawVisit();
  render(place, content);
  if (strip && !place.contains(strip.confirmation.element)) strip = null;
  const table = byId("table");
  table.classList.toggle("acting", isActing());
  table.classList.toggle("owed", owes(view));
}

function content() {
  const { host, seat, leads } = view.you;
  if (!host && !seat && !leads && (view.game || view.you.place === undefined)) return !isFirstVisit() && joinButton();
  if (view.game === null || view.closed) return [];
  if (view.reveal) return undoButtons(view);
  const seats = actingSeats();
  const isInHeadline = view.turn === seat || owes(view);
  const ownOrOthers = seat ? !isInHeadline && ownSeat(seat) : !seats.length && othersAct();
  return [ownOrOthers, seats.map((each) => group(each, seats.length > 1 || each !== seat)), realDiceSwitch(), moreButton(), undoButtons(view)];
}

function joinButton() {
  return keyedButton("join", "join-button", () => join(view), t("page.act.join"));
}

/** Return whether the card of a first visit is shown: then the way in is there. */
function isFirstVisit() {
  return visitCard !== null && page.hasAttribute(FIRST_VISIT);
}

/** Draw the card of a first visit, unless its script is lost. */
async function drawVisit() {
  const [script] = await Promise.all([loadScript("/scripts/table/visit.js"), loadLaterWords()]).catch(() => []);
  if (!script) toggleVisit(false);
  else if (isFirstVisit()) script.drawVisit(view, joinButton(), lookOnly);
}

function showVisit() {
  toggleVisit(true);
  visitCard?.focus();
}

/** @param {HTMLElement} title */
function lookOnly(title) {
  endVisit(title);
  toggleVisit(false);
}

/** @param {boolean} isShown */
function toggleVisit(isShown) {
  page.toggleAttribute(FIRST_VISIT, isShown);
  draw();
  drawTools();
}

/** Draw what one does to a game rather than in it; its script and words come after the table. */
async function drawTools() {
  const { game, you: { host, leads, seat } } = view;
  hadTools ||= game !== null || host || Boolean(leads || seat) || (visitCard !== null && !isFirstVisit());
  if (!hadTools) return;
  const [script] = await Promise.all([loadScript("/scripts/table/tools.js"), loadLaterWords()]).catch(() => []);
  script?.drawTools(view, visitCard && !isFirstVisit() && showVisit); // a newer view may have come; without it, the next loads it
}

/**
 * Close the card of a first visit for good; a focus in it goes to another element.
 * @param {HTMLElement} next
 */
function endVisit(next) {
  const hadFocus = visitCard?.contains(document.activeElement);
  keep("visited", true);
  page.removeAttribute(FIRST_VISIT);
  if (hadFocus) next.focus({ preventScroll: true });
}

/** Return the seats that this phone has something to play for: the one on turn first. */
function actingSeats() {
  const seats = [...new Set(view.offers.filter(isCard).map(({ seat }) => seat))];
  return seats.sort((first, second) => Number(second === view.turn) - Number(first === view.turn));
}

/** Return the switch between the box's dice or cards and real ones, if any are to be rolled or dealt. */
function realDiceSwitch() {
  const roll = view.offers.find((offer) => isCard(offer) && isRoll(offer) && !offer.refused && (!view.real_dice || offer.deals));
  if (!roll) return null;
  const sort = sortOf(roll);
  const onchange = () => {
    keep(REAL[sort], (isReal[sort] = !isReal[sort]));
    draw();
  };
  const input = h("input", { type: "checkbox", id: "real-dice", onchange });
  input.checked = isReal[sort];
  return h("label", { key: sort, class: "others" }, input, t(`page.act.real_${sort}`));
}

/**
 * Return whether an offer rolls dice or deals cards at once: real ones can be typed in in their place.
 * @param {Offer} offer
 */
function isRoll({ whole, chance, solemn, deals }) {
  return whole && chance && !solemn && deals !== false;
}

/** @param {Offer} offer */
function sortOf({ deals }) {
  return deals ? "cards" : "dice";
}

/**
 * Return whether an offer is rolled or dealt by hand.
 * @param {Offer} offer
 */
function isByHand(offer) {
  const { whole, chance, deals } = offer;
  if (view.real_dice && whole && chance && deals === undefined) return true;
  return isRoll(offer) && isReal[sortOf(offer)];
}

/** Return the button of the moves that have no card: what is merely possible, and what is refused. */
function moreButton() {
  return optionsWithoutCard(view).length > 0 && keyedButton("more", "quiet more", () => showMoreMoves(view, optionsWithoutCard), t("page.act.more"));
}

/**
 * Return the kinds of moves whose choices are not all on cards.
 * @param {api.PhoneView} now
 */
function optionsWithoutCard({ options }) {
  return options.filter(({ move, card }) => !card && hasCard(move));
}

/**
 * Return whether an offer is shown as a card. Real dice are rolled for one seat at a time.
 * @param {Offer} offer
 */
function isCard(offer) {
  return !offer.no_card && hasCard(offer.move.move) && !(offer.moves && isByHand(offer));
}

/**
 * Return whether a kind of move has its card here: corrections are among the tools, a wheel is turned where it stands.
 * @param {string} kind
 */
function hasCard(kind) {
  return kind !== "correct" && !isSpin(kind);
}

/**
 * Return whether a kind of move is made by turning the wheel on the page.
 * @param {string} kind
 */
function isSpin(kind) {
  const hasWheel = view.scene.blocks.some(({ block }) => block === "ring");
  return hasWheel && view.offers.some(({ move, whole, touches }) => whole && move.move === kind && touches.includes("sector"));
}

/** Return whether there is something to be done on this phone: then that stands first, and all else is short. */
function isActing() {
  return view.game !== null && !view.over && view.offers.some(({ move, refused, no_card: isApart }) => move.move !== "correct" && !refused && !isApart);
}

/**
 * Return the line that tells which seat this phone is: at a full table nobody remembers.
 * @param {number} seat
 */
function ownSeat(seat) {
  return h("p", { class: "others" }, t("page.act.you_are"), " ", seatLabel(view, seat));
}

/** Return what a host reads who cannot play now. */
function othersAct() {
  if (view.over || !view.waiting.length || view.offers.some(({ move, whole }) => whole && isSpin(move.move))) return null;
  if (view.seats.every(({ claimed }) => claimed)) return h("p", { class: "others" }, t("page.act.all_claimed"));
  return h("p", { class: "others" }, t("page.act.waiting"), " ", view.waiting.map((seat) => seatLabel(view, seat)));
}

/**
 * Return the cards of a seat.
 * @param {number} seat
 * @param {boolean} isNamed The heading says whose they are.
 */
function group(seat, isNamed) {
  const offers = view.offers.filter((offer) => offer.seat === seat && isCard(offer));
  const lists = underHeadings(offers, cardOf);
  const title = isNamed ? seatLabel(view, seat) : t("page.act.yours");
  const heading = h("h2", { id: `act-${seat}`, class: isNamed ? "act-seat" : "unseen" }, title);
  return h("section", { key: seat, class: "act-group", "aria-labelledby": `act-${seat}` }, heading, lists);
}

/**
 * Return the cards of these offers as lists with headings, in the order in which the first of each comes.
 * @param {Offer[]} offers
 * @param {(offer: Offer) => HTMLElement} card
 */
function underHeadings(offers, card) {
  const names = [...new Set(offers.map(({ group = "" }) => group))];
  if (names.length < 2) return [h("ul", { key: names[0] ?? "", class: "action-cards" }, offers.map(card))];
  return names.flatMap((name) => {
    const cards = offers.filter(({ group = "" }) => group === name).map(card);
    const list = h("ul", { key: name, class: "action-cards", "aria-label": name || null }, cards);
    return name ? [h("h3", { class: "act-heading" }, name), list] : [list];
  });
}

/**
 * Return a button that tests and styles find by its key.
 * @param {string} key
 * @param {string} kind
 * @param {() => unknown} tap
 * @param {string} text
 */
function keyedButton(key, kind, tap, text) {
  return h("button", { type: "button", class: kind, dataset: { key }, onclick: tap }, text);
}

/**
 * Return the card of an offer. One tap plays a complete move, unless it is refused, or needs a confirmation.
 * @param {Offer} offer
 */
function cardOf(offer) {
  const { text, detail, glyph, colour, whole, solemn, touches, usual, large } = offer;
  const key = keyOf(offer);
  const refused = isSecretOfOther(offer) ? refusedHere(offer) : offer.refused;
  const isTyped = isByHand(offer) && !refused;
  const isForm = isTyped || (!whole && !refused);
  const canUnfold = !isForm && Boolean(refused || solemn);
  const tap = () => {
    if (isForm) fillForm(offer, isTyped);
    else if (refused) toggleReason(key);
    else if (solemn) toggleConfirmation(key, offer);
    else playNow(offer);
  };
  const why = refused && [
    h("small", { class: "unseen" }, t("page.act.not_now")),
    h("small", { class: "why" }, withRuling(refused)),
  ];
  const words = h("span", { class: "action-words" }, h("b", {}, isForm && !text.endsWith("?") ? `${text}…` : text), !refused && detail && h("small", {}, detail), why);
  const attributes = {
    "aria-expanded": canUnfold ? String(key === strip?.key || key === reasonKey) : null,
    "aria-haspopup": isForm ? "dialog" : null,
  };
  const sign = thingSign({ glyph, colour });
  const action = h("button", { type: "button", class: "action", dataset: { key }, onclick: tap, ...attributes }, sign, words);
  const unfolded = key === strip?.key ? strip.confirmation.element : refused && key === reasonKey && whyNot(refused);
  const classes = ["action-card", refused && "refused", usual && "usual", large && "large", isForm && touches.length > 0 && "by-touch"].filter(Boolean).join(" ");
  return h("li", { key, class: classes }, action, unfolded);
}

/**
 * Return whether an offer goes by the hand of another seat, which this phone never sees.
 * @param {Offer} offer
 */
function isSecretOfOther({ seat, secret }) {
  return secret && seat !== view.you.seat;
}

/**
 * Return where that can be done which this phone cannot do for a seat.
 * @param {Offer} offer
 * @returns {api.ReasonView}
 */
function refusedHere({ seat }) {
  return { reason: t("page.act.theirs", { name: view.seats[seat - 1].name }), ruling: null };
}

/**
 * Open the form of an offer.
 * @param {Offer} offer
 * @param {boolean} isTyped It asks for what the real dice show.
 */
function fillForm({ seat, move: { move, ...chosen }, text }, isTyped) {
  playForm(view, seat, move, text, { chosen, real: isTyped });
}

/** @param {api.ReasonView} refused */
function whyNot(refused) {
  return h("p", { class: "why-not", role: "status" }, withRuling(refused));
}

/**
 * Show in its card why an offer is refused; hide it with the next tap.
 * @param {string} key
 */
function toggleReason(key) {
  reasonKey = reasonKey === key ? "" : key;
  draw();
}

/**
 * Play a complete move at once: it can be taken back with one tap. The second tap of a double tap is ignored.
 * @param {Offer} offer
 */
async function playNow(offer) {
  if (place.classList.contains("resting")) return;
  place.classList.add("resting");
  setTimeout(() => place.classList.remove("resting"), DOUBLE_TAP_MS);
  close();
  say("");
  try {
    const answer = await sendCommand("play", bodyOf(offer), view, showWaiting);
    if (answer) news = { seat: offer.seat, entry: answer.entry };
    tellNews();
  } catch (error) {
    say(errorSentence(error), "refused");
  }
}

/**
 * Tell what a move that was played at once did, once the table shows it. What it was stands beside the button that takes
 * it back, so only what it brought is told then.
 */
function tellNews() {
  if (!news || view.entry < news.entry) return;
  const { entry, seat } = news;
  const event = view.events.find((each) => each.entry === entry);
  const lines = view.sheet.filter((line) => line.entry === entry);
  if (event) say(event.text === view.undo ? gainsOf(lines, seat) : summarizeMove(event.text, lines, seat));
  news = null;
}

/**
 * Tell that somebody took back the move of another.
 * @param {api.PhoneView | undefined} before
 */
function tellTakeBack(before) {
  const isNewer = !view.reveal && before?.number === view.number && before.seq < view.seq && view.entry <= before.entry;
  const [event] = view.events;
  if (isNewer && event?.notice) say(event.text);
}

/**
 * Show the confirmation of a move in its card; hide it with the next tap.
 * @param {string} key
 * @param {Offer} offer
 */
async function toggleConfirmation(key, offer) {
  if (strip?.key === key) {
    if (Date.now() - strip.openedAt > DOUBLE_TAP_MS) close(true);
    return;
  }
  close();
  say("");
  const before = view;
  const confirmation = await newConfirmation({
    view,
    seat: offer.seat,
    body: bodyOf(offer),
    outlook: offer.outlook,
    question: offer.question,
    done: () => close(true),
    over: (reason) => {
      close(true);
      say(reason, "refused");
    },
    cancel: () => close(true),
  });
  if (!confirmation || strip) return;
  if (view.number !== before.number || view.seq !== before.seq) return; // the box refuses its preview, and that is told
  strip = { key, confirmation, openedAt: Date.now() };
  draw();
  confirmation.focus();
}

/** Close the confirmation; a focus in it goes to its card. */
function close(shouldFocus = strip?.confirmation.element.contains(document.activeElement)) {
  if (!strip) return;
  const { key } = strip;
  strip = null;
  draw();
  if (shouldFocus) findAll(place, `.action[data-key="${CSS.escape(key)}"]`)[0]?.focus({ preventScroll: true });
}

/**
 * Do what alone depends on a place that was touched, as by its card; of several offers one is to be chosen.
 * @param {string} at
 */
function playAt(at) {
  const offers = view.offers.filter((offer) => offer.at === at && !offer.refused);
  const keys = offers.map(keyOf);
  const actions = findAll(place, ".action").filter(({ dataset: { key = "" } }) => keys.includes(key));
  if (actions.length === 1) actions[0].click();
  else if (offers.length === 1) playTouched(offers[0]);
  else actions[0]?.focus();
}

/**
 * Play the offer that was chosen for what was touched; a form goes on from there to the last tap.
 * @param {Offer} offer
 */
function playTouched(offer) {
  const { move, ...chosen } = offer.move;
  if (offer.whole && !offer.solemn) playNow(offer);
  else playForm(view, offer.seat, move, offer.text, { chosen, sure: !offer.solemn });
}

addEventListener("hashchange", enter);
document.addEventListener("companion:place", ({ detail }) => playAt(detail));
document.addEventListener("companion:touched", ({ detail }) => playTouched(detail));
place.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && strip) close(true);
});
place.tabIndex = -1;
document.body.append(h("p", { id: "said", class: "said", role: "status" }));
document.addEventListener("companion:view", ({ detail }) => show(detail));
if (document.companionView) show(document.companionView);
