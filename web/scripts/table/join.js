// Joining: the six digits that the box shows make this phone a seat or the host, or let it sit down in the lobby.
import { get, post, Refusal } from "../lib/api.js";
import { choiceButton } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { errorSentence } from "../lib/reasons.js";
import { say } from "../lib/says.js";
import { Sheet } from "../lib/sheet.js";
import { reconnect } from "../lib/stream.js";
import { t } from "../lib/words.js";

const DIGITS = 6;
const ASK_MS = 1000; // between two questions whether the box has been answered

/**
 * What of the table matters for joining it; a page that does not know whether there is a game leaves `game` out.
 * @typedef {{
 *   seats: Pick<api.SeatView, "seat" | "name">[], you?: api.RoleView, lobby?: api.LobbyView, game?: string | null,
 * }} Table
 */

let attempts = 0; // codes sent; the answer to an earlier one no longer counts

/**
 * Ask for the code in a sheet over the table.
 * @param {Table} view
 */
export function join(view) {
  const where = view.lobby ? "lobby" : view.game === null ? "none" : "where";
  askForCode(view, t("page.act.join"), t(`page.join.${where}`));
}

/**
 * Ask a phone that plays already for the code of the table.
 * @param {Table} view
 */
export function joinAsHost(view) {
  askForCode(view, t("page.tools.join_host"), t("page.join.where"));
}

/**
 * @param {Table} view
 * @param {string} title
 * @param {string} where Where the box shows the code.
 */
function askForCode(view, title, where) {
  const sheet = new Sheet();
  const input = h("input", {
    id: "code",
    class: "code",
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: 32, // digits may be pasted with blanks among them
    "aria-describedby": "code-note",
  });
  input.addEventListener("input", () => groupDigits(input));
  const fault = h("p", { class: "refusal", role: "alert" });
  const submit = h("button", { class: "play" }, t("page.join.go"));
  const form = h("form", { class: "join", novalidate: true },
    h("label", { for: "code" }, t("page.join.code")),
    h("p", { id: "code-note", class: "field-note" }, where),
    input, fault, submit);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submitCode(view, input, fault, sheet);
  });
  sheet.push(title, form);
  input.focus();
}

/**
 * @param {Table} view
 * @param {HTMLInputElement} input
 * @param {HTMLElement} fault
 * @param {Sheet} sheet
 */
async function submitCode(view, input, fault, sheet) {
  const code = digitsOf(input.value);
  fault.textContent = "";
  if (code.length !== DIGITS) {
    refuse(input, fault, t("page.join.six"));
    return;
  }
  const number = ++attempts;
  try {
    await claim(code, view, sheet);
  } catch (error) {
    if (number !== attempts) return;
    const wait = error instanceof Refusal && error.body.wait;
    refuse(input, fault, wait ? t("page.join.wait", { n: wait }) : errorSentence(error));
    if (wait) setTimeout(() => number === attempts && input.isConnected && submitCode(view, input, fault, sheet), 1000 * wait);
  }
}

/**
 * Get the role that a code stands for. Throws Refusal or Unreachable.
 * @param {string} code
 * @param {Table} view
 * @param {Sheet} [sheet]
 */
async function claim(code, view, sheet) {
  /** @type {api.RoleView | api.ClaimAskedView} */
  const role = await post("/api/claim", { code });
  sheet?.close();
  if (!("asked" in role) && leadsToLobby(role, view.you)) {
    location.assign("/setup");
    return;
  }
  reconnect();
  if ("asked" in role) await waitForAnswer(view);
  else welcome(view, role);
}

/**
 * Return whether a code was that of the lobby: it changes no role, and gives a place there, or finds the one that is kept.
 * @param {api.RoleView} role
 * @param {api.RoleView} [before]
 */
function leadsToLobby({ host, seat, place }, before) {
  return place !== undefined && (before === undefined || (before.host === host && before.seat === seat));
}

/**
 * Get the role of a square code that a camera read.
 * @param {string} code The part after its #.
 * @param {Table} view
 */
export async function claimScanned(code, view) {
  try {
    await claim(code, view);
  } catch (error) {
    say(errorSentence(error), "refused");
  }
}

/**
 * @param {Table} view
 * @param {api.RoleView} role
 */
function welcome(view, { host, seat }) {
  const name = view.seats.find((other) => other.seat === seat)?.name;
  say(name ? t("page.join.seat", { name }) : t(host ? "page.tools.role.host" : "page.join.done"));
}

/**
 * Wait for the answer at the box, which asks whether this phone may take a seat over from another one.
 * @param {Table} view
 */
async function waitForAnswer(view) {
  say(t("page.join.asked"));
  for (;;) {
    await new Promise((done) => setTimeout(done, ASK_MS));
    /** @type {api.ClaimView} */
    let role;
    try {
      role = await get("/api/claim");
    } catch (error) {
      if (error instanceof Refusal) {
        say(errorSentence(error), "refused");
        return;
      }
      continue; // the box is out of reach for a moment
    }
    if (role.asked) continue;
    if (role.refused || role.seat === null) say(t("page.join.refused"), "refused");
    else welcome(view, role);
    return;
  }
}

/**
 * Say that this phone lost its seat, or that somebody made it the host.
 * @param {api.PhoneView} before
 * @param {api.PhoneView} now
 */
export function tellRole(before, now) {
  const isSameGame = before.number === now.number;
  const loss = isSameGame ? "form.seat_lost" : before.over || before.closed ? "form.seat_ended" : "tools.leave.done";
  if (before.you.seat && !now.you.seat) say(t(`page.${loss}`));
  else if (isSameGame && !before.you.leads && now.you.leads) say(t("page.join.leads"));
}

/** Give up the seat; a host stays host. */
export function release() {
  return giveUp("/api/release", "page.join.released");
}

/**
 * Have the phone of another seat lead the game, which is chosen first.
 * @param {api.PhoneView} view
 */
export function handOn(view) {
  const sheet = new Sheet();
  const others = view.seats.filter(({ seat, claimed }) => claimed && seat !== view.you.seat);
  const cards = others.map((seat) => choiceButton({ text: seat.name, seat }, async () => {
    try {
      await post("/api/lead", { seat: seat.seat });
      sheet.close();
      say(t("page.tools.hand_on.done", { name: seat.name }));
    } catch (error) {
      say(errorSentence(error), "refused");
    }
  }));
  sheet.push(t("page.tools.hand_on"), h("div", { class: "cards", role: "group", "aria-label": t("page.tools.hand_on") }, cards));
}

/** Give up the role of host; the seat stays this phone's. */
export function resign() {
  return giveUp("/api/resign", "page.join.resigned");
}

/** Give up every role of this phone. */
export function forget() {
  return giveUp("/api/forget", "page.join.left");
}

/**
 * Give up roles; return whether that was possible.
 * @param {string} path
 * @param {string} doneKey Key of the message.
 */
async function giveUp(path, doneKey) {
  try {
    await post(path);
    say(t(doneKey));
    reconnect();
    return true;
  } catch (error) {
    say(errorSentence(error), "refused");
    return false;
  }
}

/**
 * @param {HTMLInputElement} input
 * @param {HTMLElement} fault
 * @param {string} text
 */
function refuse(input, fault, text) {
  fault.textContent = text;
  input.setAttribute("aria-invalid", "true");
  input.focus();
  input.select();
}

/**
 * Put digits in groups of three, as the box shows them; the caret stays behind the same digit.
 * @param {HTMLInputElement} input
 */
function groupDigits(input) {
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length;
  const code = digitsOf(input.value).slice(0, DIGITS);
  input.value = code.replace(/^(\d{3})(?=\d)/, "$1 ");
  const caret = Math.min(before > 3 ? before + 1 : before, input.value.length);
  input.setSelectionRange(caret, caret);
  input.removeAttribute("aria-invalid");
}

/**
 * Return the digits in a text, of any script, as 0 to 9: a keyboard may write ３４５ or ٣٤٥.
 * @param {string} text
 */
function digitsOf(text) {
  return Array.from(text.normalize("NFKC").matchAll(/\p{Nd}/gu), ([digit]) => valueOf(digit)).join("");
}

/**
 * Return the value of a digit: each script has its ten digits in a row, from its zero.
 * @param {string} digit
 */
function valueOf(digit) {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}
