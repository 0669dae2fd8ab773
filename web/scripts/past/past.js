// What the pages of past games share: days and times as their reader writes them, and what only hosts may do to a game.
import { request, sendCommand, get, post, Refusal } from "../lib/api.js";
import { askAboutForeign } from "./foreign.js";
import { byId, findAll } from "../lib/dom.js";
import "../lib/downloads.js";
import { errorSentence } from "../lib/says.js";
import { askYesNo } from "../lib/ask.js";
import { t } from "../lib/words.js";

/** @type {Record<string, string>} */
const LOCALES = { fr: "fr", en: "en-GB" }; // the pages are in British English
const FILE_MS = 60000; // for a file: the box plays every move in it
const STORE = "companion-news"; // the message that the next page shows first
const status = byId("said");

/**
 * Return the evening of a game in words: its day, or the night for a game begun after midnight.
 * @param {string} evening The day on which the evening began, as 2026-11-21.
 * @param {string} [morning] The day on which the game began.
 */
export function eveningText(evening, morning = evening) {
  const [from, to] = [new Date(evening), new Date(morning)]; // a date alone is midnight in UTC
  /** @type {(date: Date, options: Intl.DateTimeFormatOptions) => string} */
  const format = (date, options) => firstOfMonth(new Intl.DateTimeFormat(LOCALES[document.documentElement.lang], { ...options, timeZone: "UTC" }).format(date));
  if (morning === evening) return format(from, { dateStyle: "full" });
  const month = from.getUTCMonth() === to.getUTCMonth() ? undefined : "long";
  const end = format(to, { day: "numeric", month: "long", year: "numeric" });
  return t("page.games.night", { evening: format(from, { day: "numeric", month }), morning: end });
}

/**
 * Return a date with the first of a month as French writes it, which browsers do not: 1er août.
 * @param {string} date
 */
function firstOfMonth(date) {
  return document.documentElement.lang === "fr" ? date.replace(/(?<!\d)1(?!\d)/u, "1er") : date;
}

/** Write every day of the page as its reader does, and every time of day in the zone of its reader. */
export function formatTimes() {
  const clock = new Intl.DateTimeFormat(LOCALES[document.documentElement.lang], { hour: "2-digit", minute: "2-digit" });
  for (const day of findAll(document, "time[data-day]")) day.textContent = eveningText(day.dataset.day ?? "", day.dataset.night);
  for (const time of findAll(document, "time[data-seconds]")) {
    time.textContent = clock.format(new Date(Number(time.dataset.seconds) * 1000));
  }
}

/**
 * Show the message of the page before; show hosts what they may do, and do it.
 * @param {(number: number) => string} namesOf It returns the players of a game.
 */
export async function showHostTools(namesOf) {
  showLeftMessage();
  /** @type {api.PhoneView} */
  let view;
  try {
    view = await get("/api/state");
  } catch {
    return; // a page without an answer offers nothing, and still shows what it came with
  }
  if (!view.you.host) return;
  for (const element of findAll(document, '[data-for="host"]')) element.hidden = false;
  for (const button of findAll(document, "[data-open]")) {
    button.addEventListener("click", () => open(Number(button.dataset.open), view));
  }
  for (const button of findAll(document, "[data-erase]")) {
    const number = Number(button.dataset.erase);
    button.addEventListener("click", () => eraseGame(number, namesOf(number)));
  }
}

/**
 * Import an exported game and go to its page. Return why that is not possible; an empty string if it is.
 * @param {File} file
 */
export async function importGame(file) {
  try {
    const headers = { "Content-Type": "application/jsonl", Accept: "application/json" };
    /** @type {api.ImportedView} */
    const { game, loose } = await request("/api/import", { method: "POST", headers, body: file }, FILE_MS);
    const message = t("page.games.brought", { number: game });
    leaveMessage(loose ? `${message} ${t("page.games.brought_loose")}` : message);
    location.assign(`/games/${game}`);
    return "";
  } catch (error) {
    return errorSentence(error);
  }
}

/**
 * Erase every game, after a question.
 * @param {number} count
 */
export async function eraseAll(count) {
  const question = t("page.games.erase_all_question", { n: count });
  if (!(await askYesNo(question, t("page.games.erase_all_body"), t("page.games.erase_yes")))) return;
  await erase(null, t("page.games.all_erased"));
}

/**
 * @param {number} number
 * @param {api.PhoneView} view
 */
async function open(number, view) {
  /** @type {import("./foreign.js").SavedGame} */
  const game = {
    number,
    goOn: (without) => send("open", { game: number, without }, view, () => location.assign("/")),
    close: () => send("close", { game: number }, view, () => reload(t("page.games.foreign.closed", { number }))),
  };
  try {
    await game.goOn([]);
  } catch (error) {
    const isForeign = error instanceof Refusal && (error.body.misfits || error.body.closable);
    if (isForeign) askAboutForeign(game, error.reason, error.body.misfits);
    else show(errorSentence(error));
  }
}

/**
 * Send a command, then call `done`; do nothing while another command is on its way. Throws Refusal.
 * @template {"open" | "close"} Name
 * @param {Name} name
 * @param {import("../lib/api.js").Fields<Name>} body
 * @param {api.PhoneView} view
 * @param {() => void} done
 */
async function send(name, body, view, done) {
  try {
    if (await sendCommand(name, body, view, (late) => show(late ? t("page.act.not_sent") : ""))) done();
  } catch (error) {
    if (error instanceof Refusal && error.error === "stale") view.seq = error.body.seq ?? view.seq;
    throw error;
  }
}

/**
 * Load the page again, which then shows a message.
 * @param {string} text
 */
function reload(text) {
  leaveMessage(text);
  location.reload();
}

/**
 * @param {number} number
 * @param {string} names
 */
async function eraseGame(number, names) {
  const question = t("page.games.erase_question", { number });
  if (!(await askYesNo(question, t("page.games.erase_body", { names }), t("page.games.erase_yes")))) return;
  await erase(number, t("page.games.erased", { number }));
}

/**
 * @param {number | null} game Null for all games.
 * @param {string} message
 */
async function erase(game, message) {
  try {
    await post("/api/erase", { game });
  } catch (error) {
    show(errorSentence(error));
    return;
  }
  leaveMessage(message);
  location.assign("/games");
}

/**
 * Leave a message for the next page.
 * @param {string} text
 */
function leaveMessage(text) {
  try {
    sessionStorage.setItem(STORE, text);
  } catch {
    // In a browser that keeps nothing, the next page shows the result without a message.
  }
}

function showLeftMessage() {
  try {
    const text = sessionStorage.getItem(STORE);
    sessionStorage.removeItem(STORE);
    if (text) show(text);
  } catch {
    // As above.
  }
}

/** @param {string} text */
function show(text) {
  status.textContent = text;
  if (text) status.scrollIntoView({ block: "nearest" });
}
