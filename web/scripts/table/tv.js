// The lobby on a television: who sits, large, and the code where the box let this browser show it; and the sounds' switch.
import { byHand } from "../blocks/parts.js";
import { post, randomId } from "../lib/api.js";
import { byId, find, h, setText, svg } from "../lib/dom.js";
import { loadTapped } from "../lib/fetching.js";
import { gameScene } from "../lib/game_scene.js";
import { render } from "../lib/render.js";
import { errorSentence } from "../lib/reasons.js";
import { rulingLink } from "../lib/ruling_links.js";
import { reconnect } from "../lib/stream.js";
import { areSoundsOn } from "../lib/switches.js";
import { seatMark } from "../lib/templates.js";
import { formatNumber, t } from "../lib/words.js";
import { showOases } from "./oases.js";
import { showTallBlocks } from "./tall_blocks.js";

// The styles of this page need :has, which televisions have since 2024. Those of the page for phones do without.
if (!CSS.supports("selector(:has(a))")) location.replace("/");

const AGAIN_MS = 3000; // after the stream was refused
const ADDRESS_MS = 60_000; // after which the address is asked for again
const QUIET = 4; // modules around a square code
const MOST_RULINGS = 2;
const UNATTENDED_MS = 20_000; // without a pointer or a key, after which the choices at the foot are hidden
const MOST_DOTS = 8; // more would be wider than the words above them

const screen = byId("table");
const form = byId("display-form");
const input = find(form, "input", HTMLInputElement);
const soundSwitch = byId("sounds");
const invite = document.getElementById("invite"); // null without a network
const addressSwitch = document.getElementById("ask-address");
const rulings = h("p", { class: "ruled" });
const page = randomId();
/** @type {api.PhoneView | null} */
let newest = null;
/** The stream of the code, for a display alone. @type {EventSource | null} */
let source = null;
let lastTouch = 0; // timer that hides the choices
let isPaused = false; // the stream was refused a moment ago
let code = ""; // six digits in two groups; empty for none

/** @param {api.PhoneView} view */
function show(view) {
  newest = view;
  const { lobby, you } = view;
  showInvite(view);
  showMover(view);
  showTyped(view);
  keepAmountsWhole();
  showRulings(view);
  showLeaders(view);
  showRound(view);
  showScene(view);
  if (you.display && lobby) openStream();
  else closeStream();
  const isFree = view.game === null || view.over || view.closed;
  screen.toggleAttribute("data-lobby", lobby !== undefined && (isFree || code !== ""));
  form.hidden = Boolean(you.display);
  if (!lobby) return;
  const { places, begins } = lobby;
  const items = places.map(({ place, name, colours, shape, letter, colour_name: colour, leads }) => {
    const notes = [colour, leads && t("page.tv.leads"), place === begins && t("page.tv.begins")].filter(Boolean);
    return h("li", { key: name }, seatMark({ colour: colours[0] ?? "", shape, letter }), h("b", {}, name), h("small", {}, notes.join(" · ")));
  });
  render(byId("lobby-places"), items);
  setText(byId("lobby-title"), lobby.title);
  setText(byId("lobby-rule"), lobby.rule);
  byId("lobby-nobody").hidden = places.length > 0;
  render(byId("lobby-scene"), gameScene(lobby.game));
}

/** Show the code of the lobby, as it is renewed. */
function openStream() {
  if (source || isPaused) return;
  const opened = (source = new EventSource(`/api/display?page=${page}`));
  opened.onmessage = ({ data }) => showCode(JSON.parse(data));
  opened.onerror = () => {
    showCode({ code: "", modules: [] }); // it may have been renewed meanwhile
    if (opened.readyState !== EventSource.CLOSED) return;
    closeStream();
    isPaused = true;
    setTimeout(() => {
      isPaused = false;
      if (newest) show(newest);
    }, AGAIN_MS);
  };
}

function closeStream() {
  source?.close();
  source = null;
  if (code) showCode({ code: "", modules: [] });
}

/** @param {api.LobbyCodeView} view */
function showCode({ code: digits, modules }) {
  const hadCode = code !== "";
  code = digits;
  screen.toggleAttribute("data-code", code !== "");
  setText(byId("lobby-digits"), digits);
  render(byId("lobby-square"), modules.length > 0 && squareCode(modules));
  if (newest && hadCode !== (code !== "")) show(newest);
}

/**
 * Return a square code as a drawing.
 * @param {string[]} rows
 */
function squareCode(rows) {
  const side = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) => [...row].map((module, x) => (module === "1" ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  const ground = svg("path", { class: "light-modules", d: `M0 0h${side}v${side}h-${side}z` });
  const modules = svg("path", { class: "dark-modules", d: dark.join("") });
  return svg("svg", { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": t("page.tv.square") }, ground, modules);
}

/**
 * Show the address with its square code while nobody is on turn, or when it is asked for.
 * @param {api.PhoneView} view
 */
function showInvite({ game, turn }) {
  if (!invite || !addressSwitch) return;
  const isPlaying = game !== null && turn !== null;
  invite.hidden = isPlaying && addressSwitch.getAttribute("aria-pressed") === "false";
  addressSwitch.hidden = !isPlaying;
}

/**
 * Show the mark of the seat that moved last before its move, while the headline names another seat.
 * @param {api.PhoneView} view
 */
function showMover({ seats, log, turn, margin, reveal }) {
  const last = byId("last");
  const mover = margin || reveal ? null : log[0]?.seat;
  if (last.previousElementSibling?.matches(".mark")) last.previousElementSibling.remove();
  if (mover && mover !== turn) last.before(seatMark(seats[mover - 1]));
}

/**
 * Show a pencil instead of the words that the result of the last move was typed in.
 * @param {api.PhoneView} view
 */
function showTyped({ log, margin, reveal }) {
  const last = byId("last");
  const note = t("page.tv.typed");
  const [text, ending] = [last.textContent ?? "", ` · ${note}`];
  if (!log[0]?.typed || margin || reveal || !text.endsWith(ending) || last.querySelector(".by-hand")) return;
  last.replaceChildren(text.slice(0, -ending.length), " ", byHand(note, `· ${note}`));
}

/**
 * Name after the last move the rulings of what it brought: a tap opens their cards.
 * @param {api.PhoneView} view
 */
function showRulings({ game, log: [last], sheet, rulings: opening, margin, reveal }) {
  const { entry, first } = last ?? {};
  const lines = game && entry && !margin && !reveal ? sheet.filter((line) => line.entry >= (first ?? entry) && line.entry <= entry) : [];
  const numbers = new Set(lines.flatMap(({ ruling }) => ruling ?? []).filter((number) => opening.includes(number)));
  render(rulings, [...numbers].slice(0, MOST_RULINGS).map((number) => rulingLink(game ?? "", number)));
  if (numbers.size > 0) byId("last").after(rulings);
  else rulings.remove();
}

/**
 * Show the game's strip in the headline, or its picture, once it is over.
 * @param {api.PhoneView} view
 */
function showScene({ game, over }) {
  const card = byId("turn");
  if (!over) card.querySelector(".turn-scene")?.remove();
  else if (!card.querySelector(".turn-scene")) card.append(h("div", { class: "turn-scene" }, gameScene(game ?? "", "strip") ?? gameScene(game ?? "")));
}

/**
 * Show at the end of the headline who is in the lead, unless all are; the sheet of styles says beside which pictures.
 * @param {api.PhoneView} view
 */
function showLeaders({ seats, standings, turn }) {
  const card = byId("turn");
  card.querySelector(".leaders")?.remove();
  const leaders = standings.filter(({ rank }) => rank === 1).map(({ seat }) => seats[seat - 1]);
  if (turn === null || leaders.length === standings.length) return;
  const name = leaders.length === 1 && h("b", {}, leaders[0].name);
  card.append(h("p", { class: "leaders" }, h("small", {}, t("page.tv.ahead")), h("span", {}, leaders.map((seat) => seatMark(seat)), name)));
}

/**
 * Show at the end of the headline which round it is, with a dot for each.
 * @param {api.PhoneView} view
 */
function showRound({ round, rounds, over, reveal }) {
  const card = byId("turn");
  card.querySelector(".rounds")?.remove();
  if (!round || over || reveal) return;
  const number = rounds ? t("page.tv.n_of", { n: round, of: rounds }) : formatNumber(round);
  const dots = Array.from({ length: rounds && rounds <= MOST_DOTS ? rounds : 0 }, (_, i) => h("i", { class: i < round ? "past" : "" }));
  const parts = [h("small", {}, t("page.tv.round")), h("b", {}, number), dots.length > 0 && h("span", { class: "pips", "aria-hidden": "true" }, dots)];
  card.append(h("p", { class: "rounds" }, parts));
}

/** Load the page again if phones find the table elsewhere by now: a television may have been on before the network was. */
async function renewAddress() {
  if (newest?.game !== null && newest?.turn !== null) return;
  const response = await fetch(location.href).catch(() => null); // the stream says if the box is gone
  if (!response?.ok) return;
  const other = new DOMParser().parseFromString(await response.text(), "text/html");
  if (other.querySelector("#invite p")?.textContent !== invite?.querySelector("p")?.textContent) location.reload();
}

/** Show the choices at the foot until nobody has touched anything for a while: they say nothing from the chairs. */
function showChoices() {
  const { classList } = document.documentElement;
  classList.remove("unattended");
  clearTimeout(lastTouch);
  lastTouch = setTimeout(() => classList.add("unattended"), UNATTENDED_MS);
}

/** Keep a number and what it counts in one line. */
function keepAmountsWhole() {
  for (const node of byId("last").childNodes) if (node.nodeType === Node.TEXT_NODE) node.nodeValue = node.nodeValue?.replace(/([+−]\d+) /g, "$1\u00a0") ?? "";
}

function showSoundSwitch() {
  soundSwitch.setAttribute("aria-pressed", String(areSoundsOn()));
  soundSwitch.hidden = false;
}

soundSwitch.addEventListener("click", async () => {
  const script = await loadTapped("/scripts/table/sounds.js").catch(() => null); // out of reach: they stay as they are
  script?.switchSounds();
  showSoundSwitch();
});
showSoundSwitch();
addressSwitch?.addEventListener("click", () => {
  addressSwitch.setAttribute("aria-pressed", String(addressSwitch.getAttribute("aria-pressed") === "false"));
  if (newest) showInvite(newest);
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fault = find(form, ".fault");
  fault.textContent = "";
  try {
    await post("/api/claim", { code: input.value });
    input.value = "";
    reconnect();
  } catch (error) {
    fault.textContent = errorSentence(error);
    input.focus();
  }
});
for (const touch of ["pointermove", "pointerdown", "keydown", "focusin"]) addEventListener(touch, showChoices);
showChoices();
addEventListener("pagehide", closeStream);
setInterval(renewAddress, ADDRESS_MS);
document.addEventListener("companion:view", ({ detail }) => show(detail));
showTallBlocks(screen);
showOases(screen);
if (document.companionView) show(document.companionView);
