// The lobby of the next game: who plays. Everybody sits down on the own phone; who leads prepares the game and starts it.
import { get, Refusal, sendCommand, sendUntilAnswered } from "../lib/api.js";
import { button } from "../lib/buttons.js";
import { byId, find, findAll, h, setText } from "../lib/dom.js";
import { askForHost } from "../lib/guest.js";
import { hasChanged, render } from "../lib/render.js";
import { errorSentence, showWaiting } from "../lib/says.js";
import { askYesNo } from "../lib/ask.js";
import { connect } from "../lib/stream.js";
import { seatMark } from "../lib/templates.js";
import { registerThings, thingSign } from "../lib/things.js";
import { t } from "../lib/words.js";
import { newsOf, ownColour } from "./lobby_news.js";
import { colourChoice, markOf, nameField, personAt, placeItem } from "./place_list.js";
import { drawRules, showAtOption } from "./rules.js";

/** @typedef {import("./place_list.js").Action} Action */
/** @typedef {import("./place_list.js").Table} Table */

const ANY_POSITION = { seq: null, number: null }; // the table needs no game for its dice
const lobbyElement = byId("plan");
const ownPlace = byId("own-place");
const sitting = byId("sitting");
const adding = byId("adding");
const newName = byId("name", HTMLInputElement);
const beginButton = byId("begin");
/** @type {api.PhoneView} */
let view;
/** What a new game may choose; null until this phone may know. @type {api.SetupView | null} */
let setup = null;
let isLoading = false;
let wantsRematch = new URLSearchParams(location.search).has("rematch");
let hasOpened = false; // this phone opened the lobby a moment ago
let wasIn = false; // this phone was let in, or leads
let isLeaving = false; // on the way to the table
let moved = ""; // the person that was moved last on this phone
/** The actions that are being sent, one after the other. @type {Promise<unknown>} */
let sending = Promise.resolve();

/** @param {api.PhoneView} now */
function show(now) {
  /** @type {api.PhoneView | undefined} */
  const before = view;
  view = now;
  if (isLeaving) return;
  if (now.you.place !== undefined) hasOpened = false;
  if (before?.lobby && !now.lobby) {
    leave(); // the game has started
    return;
  }
  const isIn = isLetIn(now.you);
  if (isIn) prepare();
  else if (wasIn) setup = null;
  byId("gone").hidden = isIn || !(wasIn || !byId("gone").hidden);
  wasIn = isIn;
  showGuest(isIn);
  lobbyElement.hidden = !(isIn && now.lobby && setup);
  if (!now.lobby) return;
  drawAll(now.lobby);
  if (before?.lobby) tell(before, before.lobby, now.lobby);
}

/**
 * Return whether this phone takes part: the leader of the last game may open a lobby only for a rematch.
 * @param {api.RoleView} you
 */
function isLetIn({ host, leads, place }) {
  return host || place !== undefined || (Boolean(leads) && (wantsRematch || hasOpened));
}

/** Return whether this phone prepares and starts the game. */
function isLeading() {
  return view.you.host || Boolean(view.you.leads_lobby);
}

/** Open the lobby if this phone may and there is none, and fetch what a game may choose. */
async function prepare() {
  if (isLoading || (setup && view.lobby && !wantsRematch)) return;
  isLoading = true;
  try {
    const { host, leads } = view.you;
    if ((host && !view.lobby) || ((host || leads) && wantsRematch)) {
      await send({ do: "open", rematch: wantsRematch });
      wantsRematch = false;
      hasOpened = true;
      history.replaceState(null, "", location.pathname);
    }
    setup = await get("/api/setup");
  } catch (error) {
    if (!askForHost(error, prepare)) setTimeout(() => isLetIn(view.you) && prepare(), 2000);
  } finally {
    isLoading = false;
  }
  if (setup) show(view);
}

/**
 * Show the way in to everybody else: what to do on the box, and where a code is typed.
 * @param {boolean} isIn
 */
function showGuest(isIn) {
  byId("guest").hidden = isIn;
  setText(byId("guest-words"), t(view.lobby ? "page.lobby.scan" : "page.lobby.none"));
  if (!isIn) askForHost(new Refusal(401, {}), () => {}, { seats: [], lobby: view.lobby, game: view.game });
}

/**
 * Have the news read aloud.
 * @param {api.PhoneView} before
 * @param {api.LobbyView} lobbyBefore
 * @param {api.LobbyView} lobby
 */
function tell(before, lobbyBefore, lobby) {
  const news = newsOf({ lobby: lobbyBefore, place: before.you.place ?? 0 }, { lobby, place: view.you.place ?? 0 }, moved);
  if (view.you.leads_lobby && !before.you.leads_lobby) news.push(t("page.setup.leads"));
  if (news.length) byId("told").textContent = news.join(" ");
  moved = "";
}

/** @param {api.LobbyView} lobby */
function drawAll(lobby) {
  const { host, place = 0, leads_lobby: leadsLobby } = view.you;
  const leads = isLeading();
  const game = setup?.games.find(({ id }) => id === lobby.game) ?? null;
  const isFull = lobby.places.length >= lobby.most;
  /** @type {Table} */
  const table = { lobby, game, own: place, leads, act, hasRealDice: Boolean(view.real_dice), useRealDice };
  byId("kept").hidden = !host || !view.game || view.over || view.closed;
  setText(byId("game-is"), lobby.title);
  byId("rulebook", HTMLAnchorElement).href = `/rules/${lobby.game}`;
  sitting.hidden = place > 0 || isFull;
  byId("full").hidden = !(isFull && place === 0);
  drawOwnPlace(lobby.places[place - 1], table);
  drawPlaces(lobby, table);
  byId("nobody").hidden = lobby.places.length > 0;
  drawChips(lobby, leads && !isFull);
  adding.hidden = !leads || isFull;
  drawRules(table, setup?.games ?? []);
  setText(byId("games-fault"), tooMany(lobby));
  drawCopyLinks(host ? game : null);
  drawBegin(lobby, leads);
  byId("lead").hidden = !leads;
  setText(byId("lead-words"), t(host ? "page.setup.leads_box" : "page.setup.leads"));
  byId("give-up").hidden = !leadsLobby;
  for (const input of findAll(lobbyElement, "input")) {
    if (input instanceof HTMLInputElement && input.type === "radio" && !input.closest("#option-list")) input.checked = input.hasAttribute("checked");
    else if (input instanceof HTMLInputElement && input.dataset.name !== undefined && input !== document.activeElement) input.value = input.dataset.name;
  }
}

/**
 * Show who sits. The focus of somebody who is gone goes to the next person, or else to the heading.
 * @param {api.LobbyView} lobby
 * @param {Table} table
 */
function drawPlaces({ places }, table) {
  const list = byId("players");
  const index = [...list.children].findIndex((item) => item.contains(document.activeElement));
  render(list, places.map((place) => placeItem(place, table)));
  list.hidden = !places.length;
  if (index < 0 || list.contains(document.activeElement)) return;
  const item = list.children[Math.min(index, places.length - 1)];
  const [next = byId("who")] = item ? [...findAll(item, "summary"), ...findAll(item, "button")] : [];
  next.focus();
}

/**
 * @param {api.LobbyPlaceView | undefined} place
 * @param {Table} table
 */
function drawOwnPlace(place, table) {
  const hadFocus = sitting.contains(document.activeElement);
  ownPlace.hidden = !place;
  if (!place) return;
  const head = h("div", { class: "own-head" },
    seatMark(markOf(place)),
    h("div", {}, h("h2", { id: "own-title" }, place.name), h("p", {}, ownColour(place))));
  const away = button("quiet", () => act({ do: "stand_up", ...personAt(place) }), t("page.setup.stand_up"));
  render(ownPlace, head, colourChoice(place, table), nameField(place, table, t("page.setup.your_name")), h("p", { class: "answers" }, away));
  if (hadFocus) ownPlace.focus({ preventScroll: true });
}

/**
 * Show the names of people who do not sit yet, each a tap away.
 * @param {api.LobbyView} lobby
 * @param {boolean} mayAdd
 */
function drawChips(lobby, mayAdd) {
  const sittingNames = new Set(lobby.places.map(({ name }) => normalizeName(name)));
  const absent = (setup?.names ?? []).filter((name) => !sittingNames.has(normalizeName(name)));
  /**
   * @param {string} key Of the name that is read aloud.
   * @param {(name: string) => void} choose
   */
  const chips = (key, choose) => absent.map((name) => {
    const attributes = { type: "button", class: "chip", "aria-label": t(key, { name }), onclick: () => choose(name) };
    return h("li", { key: name }, h("button", attributes, name));
  });
  render(byId("own-chips"), chips("page.setup.sit_as", sit));
  render(byId("chips"), chips("page.setup.add_name", add));
  byId("own-chips").hidden = !absent.length;
  byId("chips").hidden = !mayAdd || !absent.length;
}

/**
 * Show the links to the pages where the owner copies what is printed in this game's box.
 * @param {api.GameChoicesView | null} game
 */
function drawCopyLinks(game) {
  const links = game?.copied ?? [];
  byId("own").hidden = !links.length;
  if (!game) return;
  registerThings({}, game.id);
  setText(byId("own-words"), t(game.profile ? "page.setup.own" : "page.setup.printed"));
  if (hasChanged(byId("own-links"), links)) {
    byId("own-links").replaceChildren(...links.map((link) => h("li", {}, thingSign(link), h("a", { href: link.address }, link.text))));
  }
}

/**
 * @param {api.LobbyView} lobby
 * @param {boolean} leads
 */
function drawBegin(lobby, leads) {
  const { places, begins: first, least } = lobby;
  const missing = least - places.length;
  const fault = missing > 0 ? t("page.setup.missing", { n: missing }) : tooMany(lobby);
  setText(beginButton, missing > 0 ? t("page.setup.begin_plain") : t("page.setup.begin", { n: places.length }));
  beginButton.setAttribute("aria-disabled", String(fault !== ""));
  beginButton.hidden = !leads;
  const note = leads ? t("page.setup.begins", { name: places[first - 1]?.name }) : t("page.setup.host_starts");
  setText(byId("begin-note"), fault || note);
}

/**
 * Return why the game cannot start with everybody who sits; empty if it can.
 * @param {api.LobbyView} lobby
 */
function tooMany({ places, most }) {
  return places.length > most ? t("page.setup.too_many", { n: most }) : "";
}

/**
 * Send an action, after those before it; it is sent again until the box has answered. Throws Refusal.
 * @param {Action} action
 * @returns {Promise<api.LobbyAnswerView>}
 */
function send(action) {
  const answer = sending.then(() => sendUntilAnswered("/api/lobby", action, showWaiting));
  sending = answer.catch(() => {});
  return answer;
}

/**
 * Send an action and show why it is refused; return whether it was carried out.
 * @type {Table["act"]}
 */
async function act(action, { refused = showTrouble, moved: person = "" } = {}) {
  showTrouble("");
  moved = person;
  try {
    await send(action);
    return true;
  } catch (error) {
    refused(errorSentence(error), showTrouble);
    return false;
  }
}

/**
 * Have the whole table use real dice, or those of the box again.
 * @param {boolean} on
 */
async function useRealDice(on) {
  showTrouble("");
  try {
    await sendCommand("real_dice", { on }, ANY_POSITION);
  } catch (error) {
    showTrouble(errorSentence(error));
    show(view);
  }
}

/**
 * Sit down.
 * @param {string} name Empty for nobody in particular.
 */
function sit(name) {
  return act({ do: "sit", name }, { refused: (reason) => refuseName(sitting, name, reason) });
}

/**
 * Add somebody who has no phone.
 * @param {string} name
 */
function add(name) {
  return act({ do: "add", name }, { refused: (reason) => refuseName(adding, name, reason) });
}

/**
 * Show why a name is refused, and put it back into its field unless another is being typed.
 * @param {HTMLElement} form
 * @param {string} name
 * @param {string} reason
 */
function refuseName(form, name, reason) {
  const input = find(form, "input", HTMLInputElement);
  input.value ||= name;
  showFault(form, reason);
}

/**
 * Use the name that was typed into a form.
 * @param {HTMLElement} form
 * @param {(name: string) => void} use
 */
function onName(form, use) {
  const input = find(form, "input", HTMLInputElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = input.value.trim();
    showFault(form, name ? "" : t("page.setup.fault.empty"));
    input.value = ""; // at once: the next name may be typed before the box has answered
    if (name) use(name);
  });
  input.addEventListener("input", () => showFault(form, ""));
}

/**
 * Show beside a field what is wrong with its name.
 * @param {HTMLElement} form
 * @param {string} text
 */
function showFault(form, text) {
  const input = find(form, "input");
  find(form, ".fault").textContent = text;
  input.setAttribute("aria-invalid", String(Boolean(text)));
  if (text) input.focus();
}

/** Go to the table, once: the answer to the start and the next view both lead there. */
function leave() {
  if (!isLeaving) location.assign("/");
  isLeaving = true;
}

async function begin() {
  const typed = newName.value.trim();
  if (typed && !adding.hidden) {
    newName.value = "";
    await add(typed); // the button now names another number: let it be read first
    return;
  }
  setText(byId("begin-fault"), "");
  try {
    await send({ do: "start" });
    leave();
  } catch (error) {
    const path = error instanceof Refusal ? (error.body.where ?? "") : "";
    const reason = errorSentence(error);
    if (!path || !(showAtOption(path, reason) || showAtOption(path.split(".")[0], reason))) setText(byId("begin-fault"), reason);
  }
}

/** Draw what waited until a field was left or a finger up, once this event is over: a click belongs to what is drawn now. */
function drawSoon() {
  setTimeout(() => view.lobby && drawAll(view.lobby));
}

/** @param {string} text */
function showTrouble(text) {
  const trouble = byId("trouble");
  setText(trouble, text);
  trouble.hidden = !text;
  if (text) trouble.scrollIntoView({ block: "center" });
}

async function giveUp() {
  const body = t("page.setup.give_up_body");
  if (await askYesNo(t("page.tools.resign.question"), body, t("page.tools.resign.yes"))) act({ do: "give_up_lead" });
}

/**
 * Return a name in the form that all ways to write it share.
 * @param {string} name
 */
function normalizeName(name) {
  return name.trim().normalize("NFC").toLowerCase();
}

onName(sitting, sit);
onName(adding, add);
byId("nameless").addEventListener("click", () => sit(""));
for (const event of ["focusout", "pointerup", "pointercancel"]) byId("option-list").addEventListener(event, drawSoon);
byId("give-up").addEventListener("click", giveUp);
beginButton.addEventListener("click", begin);
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  isLeaving = false;
  setup = null; // the owner may have copied something meanwhile
  prepare();
});
const source = byId("view");
/** @type {api.PhoneView} */
const firstView = JSON.parse(source.textContent);
show(firstView);
connect(show, { base: firstView, name: source.dataset.name });
