// What the pages of past games share: dates in the reader's own way, and what only hosts may do to a game.
import { ask as fetched, command, get, post, Refusal } from "../lib/api.js";
import { closing, misfitting } from "./foreign.js";
import { sentence } from "../lib/says.js";
import { ask } from "../lib/sheet.js";
import { t } from "../lib/words.js";

const LOCALES = { fr: "fr", en: "en-GB" }; // our English is the British one
const FILE_MS = 60000; // for a file: the box plays every move in it
const NEWS = "companion-news"; // what the next page is to say first
const said = document.getElementById("said");

/** Write every date of the page as its reader does, in the zone of the reader's own clock. */
export function localDates() {
  const dates = new Intl.DateTimeFormat(LOCALES[document.documentElement.lang], { dateStyle: "long" });
  for (const time of document.querySelectorAll("time[data-seconds]")) {
    time.textContent = dates.format(new Date(Number(time.dataset.seconds) * 1000));
  }
}

/** Show hosts what they may do, and do it. `names` gives the players of a game by its number. */
export async function forHosts(names) {
  news();
  let view;
  try {
    view = await get("/api/state");
  } catch {
    return; // a page that cannot ask offers nothing; it still shows what it came with
  }
  if (!view.you?.host) return;
  for (const element of document.querySelectorAll('[data-for="host"]')) element.hidden = false;
  for (const button of document.querySelectorAll("[data-open]")) {
    button.addEventListener("click", () => open(Number(button.dataset.open), view));
  }
  for (const button of document.querySelectorAll("[data-erase]")) {
    const number = Number(button.dataset.erase);
    button.addEventListener("click", () => eraseOne(number, names(number)));
  }
}

/** Bring an exported game in, and show it; gives the sentence that says why not, where it cannot be. */
export async function bringIn(file) {
  try {
    const headers = { "Content-Type": "application/jsonl", Accept: "application/json" };
    const { game, loose } = await fetched("/api/import", { method: "POST", headers, body: file }, FILE_MS);
    const said = t("page.games.brought", { number: game });
    leave(loose ? `${said} ${t("page.games.brought_loose")}` : said);
    location.assign(`/games/${game}`);
    return "";
  } catch (error) {
    return sentence(error);
  }
}

/** Erase every game, after having asked. */
export async function eraseAll(count) {
  if (!(await ask(t("page.games.erase_all_question", { n: count }), t("page.games.erase_all_body"), t("page.games.erase_yes")))) return;
  await erase(null, t("page.games.all_erased"));
}

async function open(number, view) {
  const way = {
    number,
    goOn: (without) => send("open", { game: number, without }, view, () => location.assign("/")),
    close: () => send("close", { game: number }, view, () => again(t("page.games.foreign.closed", { number }))),
  };
  try {
    await way.goOn([]);
  } catch (error) {
    if (error instanceof Refusal && error.body.misfits) misfitting(error.body, way);
    else if (error instanceof Refusal && error.body.closable) closing(error.body, way);
    else tell(sentence(error));
  }
}

/** Have something done to a game, and then what comes of it; nothing while another command is on its way. */
async function send(what, body, view, done) {
  try {
    if (await command(what, body, view, (late) => tell(late ? t("page.act.not_sent") : ""))) done();
  } catch (error) {
    if (error instanceof Refusal && error.error === "stale") view.seq = error.body.seq;
    throw error;
  }
}

/** The page once more, to show what has changed, saying this first. */
function again(text) {
  leave(text);
  location.reload();
}

async function eraseOne(number, names) {
  const question = t("page.games.erase_question", { number });
  if (!(await ask(question, t("page.games.erase_body", { names }), t("page.games.erase_yes")))) return;
  await erase(number, t("page.games.erased", { number }));
}

async function erase(game, done) {
  try {
    await post("/api/erase", { game });
  } catch (error) {
    tell(sentence(error));
    return;
  }
  leave(done);
  location.assign("/games");
}

/** Leave word for the next page. */
function leave(text) {
  try {
    sessionStorage.setItem(NEWS, text);
  } catch {
    // A browser that keeps nothing shows it by what the page shows.
  }
}

/** Say what happened on the page before. */
function news() {
  try {
    const text = sessionStorage.getItem(NEWS);
    sessionStorage.removeItem(NEWS);
    if (text) tell(text);
  } catch {
    // As above.
  }
}

function tell(text) {
  said.textContent = text;
  if (text) said.scrollIntoView({ block: "nearest" });
}
