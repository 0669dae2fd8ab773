// The page that sets a game up: shows the plan, sends it, and goes to the table once the game has begun.
import { get, Refusal, sendCommand } from "../lib/api.js";
import { byId, find, findAll, h, setText } from "../lib/dom.js";
import { askForHost } from "../lib/guest.js";
import { errorSentence } from "../lib/says.js";
import { registerThings, thingSign } from "../lib/things.js";
import { t } from "../lib/words.js";
import { optionFields } from "./options.js";
import { Plan } from "./plan.js";
import { Players } from "./players.js";

const STORE = "companion-plan"; // kept for as long as the browser is open: one may look at the board in between
const wantsRematch = new URLSearchParams(location.search).has("rematch");
const beginButton = byId("begin");
const planElement = byId("plan");
const games = byId("games");
/** @type {api.SetupView} */
let setup;
/** @type {Plan} */
let plan;
/** @type {Players} */
let players;

async function load() {
  try {
    setup = await get("/api/setup");
  } catch (error) {
    askForHost(error, load);
    return;
  }
  byId("guest").hidden = byId("trouble").hidden = true;
  plan = wantsRematch && setup.rematch ? Plan.rematch(setup.games, setup.rematch) : new Plan(setup.games, recall());
  const parts = { list: byId("players"), chips: byId("chips"), adding: byId("adding") };
  players ??= new Players({ ...parts, names: setup.names, plan, onChange: update });
  await showWhatIsSaved();
  drawGames();
  draw();
  planElement.hidden = false;
}

/** Show that a game is under way and is not lost; one that is over needs no mention. */
async function showWhatIsSaved() {
  /** @type {api.PhoneView | null} */
  const view = setup.seq ? await get("/api/state").catch(() => null) : null;
  byId("kept").hidden = !view?.game || view.over || view.closed;
}

/** Keep and draw the plan after a change; `news` is read aloud. */
function update(news = "") {
  keep();
  showTrouble("");
  draw();
  if (news) byId("told").textContent = news;
}

function draw() {
  players.draw(plan);
  const form = plan.hasEnough ? plan.form : [];
  const names = plan.players.map(({ name }) => name);
  byId("options").hidden = !form.length;
  byId("option-list").replaceChildren(...optionFields(form, (option) => plan.optionValue(option), chooseOption, names));
  drawCopyLinks(plan.game);
  setText(beginButton, plan.hasEnough ? t("page.setup.begin", { n: plan.count }) : t("page.setup.begin_plain"));
  beginButton.setAttribute("aria-disabled", String(!plan.hasEnough));
  const missing = plan.game.least - plan.count;
  const note = missing > 0 ? t("page.setup.missing", { n: missing }) : t("page.setup.begins", { name: names[0] });
  setText(byId("begin-note"), note);
}

/**
 * Show the links to the pages where the owner copies what is printed in this game's box.
 * @param {api.GameChoicesView} game
 */
function drawCopyLinks({ id, copied, profile }) {
  registerThings({}, id);
  byId("own").hidden = !copied.length;
  setText(byId("own-words"), t(profile ? "page.setup.own" : "page.setup.printed"));
  byId("own-links").replaceChildren(...copied.map((link) => h("li", {}, thingSign(link), h("a", { href: link.address }, link.text))));
}

function drawGames() {
  games.hidden = setup.games.length < 2;
  const cards = setup.games.map((game) => {
    const choose = () => {
      plan.chooseGame(game.id);
      update();
    };
    const input = h("input", { type: "radio", name: "game", value: game.id, onchange: choose });
    input.checked = game === plan.game;
    return h("label", { class: "choice-card" }, input, h("span", { class: "card-name" }, game.title));
  });
  games.replaceChildren(find(games, "legend"), ...cards);
}

/**
 * @param {api.SetupFieldView} option
 * @param {any} value
 */
function chooseOption(option, value) {
  const inputs = () => findAll(byId(`option-${option.name}`), "input");
  const index = inputs().findIndex((input) => input === document.activeElement);
  plan.options[option.name] = value;
  update();
  if (index >= 0) inputs()[index].focus({ preventScroll: true }); // the form was drawn again
}

async function begin() {
  if (players.addTyped()) return; // the button now names another number: let it be read first
  if (!plan.hasEnough) {
    byId("name").focus();
    return;
  }
  beginButton.setAttribute("aria-disabled", "true");
  try {
    /** @param {boolean} late */
    const waiting = (late) => showTrouble(late ? t("page.act.not_sent") : "");
    if (await sendCommand("start", plan.startCommand(), { seq: setup.seq }, waiting)) {
      forget();
      location.assign("/");
    }
  } catch (error) {
    beginButton.setAttribute("aria-disabled", "false");
    showRefusal(error);
  }
}

/**
 * Show what is wrong where it is wrong.
 * @param {unknown} error
 */
function showRefusal(error) {
  const path = error instanceof Refusal ? (error.body.where ?? "") : "";
  const [table] = path.split(".");
  const seat = /^seats\.(\d+)$/.exec(path)?.[1];
  const option = document.getElementById(`option-${path}`) ?? document.getElementById(`option-${table}`);
  if (error instanceof Refusal && error.error === "stale") {
    setup.seq = error.body.seq ?? setup.seq;
    showWhatIsSaved();
    showTrouble(t("page.setup.stale"));
  } else if (seat !== undefined && Number(seat) < plan.count) players.showFault(errorSentence(error), Number(seat));
  else if (option) {
    find(option, ".fault").textContent = errorSentence(error);
    for (let folded = option.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null) folded.open = true;
    find(option, "input, select").focus();
  } else if (askForHost(error, load)) planElement.hidden = true;
  else if (plan.game.tables.includes(table)) showTrouble(t("page.setup.bad_figures", { where: path, reason: errorSentence(error) }));
  else showTrouble(errorSentence(error));
}

/** @param {string} text */
function showTrouble(text) {
  const trouble = byId("trouble");
  setText(trouble, text);
  trouble.hidden = !text;
  if (text) trouble.scrollIntoView({ block: "center" });
}

/**
 * Return the plan that this browser keeps.
 * @returns {import("./plan.js").Draft}
 */
function recall() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? "{}");
  } catch {
    return {};
  }
}

function keep() {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(plan.draft()));
  } catch {
    // A browser that keeps nothing begins anew when the page is opened again.
  }
}

function forget() {
  try {
    sessionStorage.removeItem(STORE);
  } catch {
    // As above.
  }
}

beginButton.addEventListener("click", begin);
await load();
