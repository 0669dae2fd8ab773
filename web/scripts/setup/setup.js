// The page that sets a game up: shows the plan, sends it, and goes to the table once the game has begun.
import { command, get, Refusal } from "../lib/api.js";
import { h, setText } from "../lib/dom.js";
import { options } from "./options.js";
import { Plan } from "./plan.js";
import { Players } from "./players.js";
import { sentence } from "../lib/says.js";
import { asksForHost } from "../lib/guest.js";
import { registerThings, sign } from "../lib/things.js";
import { t } from "../lib/words.js";

const STORE = "companion-plan"; // kept for as long as the browser is open: one may look at the board in between
const part = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));
const wantsRematch = new URLSearchParams(location.search).has("rematch");
let setup, plan, players;

async function load() {
  try {
    setup = await get("/api/setup");
  } catch (error) {
    asksForHost(error, load);
    return;
  }
  part.guest.hidden = part.trouble.hidden = true;
  plan = wantsRematch && setup.rematch ? Plan.rematch(setup.games, setup.rematch) : new Plan(setup.games, recall());
  players ??= new Players({ list: part.players, chips: part.chips, adding: part.adding, names: setup.names, changed });
  await sayWhatIsKept();
  drawGames();
  draw();
  part.plan.hidden = false;
}

/** A game that is under way is not lost; one that is over needs no word. */
async function sayWhatIsKept() {
  const view = setup.seq ? await get("/api/state").catch(() => null) : null;
  part.kept.hidden = !view?.game || view.over || view.closed;
}

function changed(said = "") {
  keep();
  trouble("");
  draw();
  if (said) part.told.textContent = said;
}

function draw() {
  players.draw(plan);
  const form = plan.enough ? plan.form : [];
  part.options.hidden = !form.length;
  part["option-list"].replaceChildren(...options(form, (option) => plan.value(option), chosen, plan.players.map(({ name }) => name)));
  drawOwn(plan.game);
  setText(part.begin, plan.enough ? t("page.setup.begin", { n: plan.count }) : t("page.setup.begin_plain"));
  part.begin.setAttribute("aria-disabled", String(!plan.enough));
  const missing = plan.game.least - plan.count;
  setText(part["begin-note"], missing > 0 ? t("page.setup.missing", { n: missing }) : t("page.setup.begins", { name: plan.players[0].name }));
}

/** Where the owner copies what is printed in this game's box. */
function drawOwn({ id, copied, profile }) {
  registerThings({}, id);
  part.own.hidden = !copied.length;
  setText(part["own-words"], t(profile ? "page.setup.own" : "page.setup.printed"));
  part["own-links"].replaceChildren(...copied.map((one) => h("li", {}, sign(one), h("a", { href: one.address }, one.text))));
}

function drawGames() {
  part.games.hidden = setup.games.length < 2;
  const cards = setup.games.map((game) => {
    const input = h("input", { type: "radio", name: "game", value: game.id, onchange: () => (plan.play(game.id), changed()) });
    input.checked = game === plan.game;
    return h("label", { class: "choice-card" }, input, h("span", { class: "card-name" }, game.title));
  });
  part.games.replaceChildren(part.games.querySelector("legend"), ...cards);
}

function chosen(option, value) {
  plan.options[option.name] = value;
  changed();
}

async function begin() {
  if (players.addTyped()) return; // the button now names another number: let it be read first
  if (!plan.enough) {
    part.name.focus();
    return;
  }
  part.begin.setAttribute("aria-disabled", "true");
  try {
    const waiting = (late) => trouble(late ? t("page.act.not_sent") : "");
    if (await command("start", plan.start(), { seq: setup.seq }, waiting)) {
      forget();
      location.assign("/");
    }
  } catch (error) {
    part.begin.setAttribute("aria-disabled", "false");
    await refused(error);
  }
}

/** Say what is wrong where it is wrong. */
async function refused(error) {
  const where = error instanceof Refusal ? (error.body.where ?? "") : "";
  const seat = /^seats\.(\d+)$/.exec(where)?.[1];
  const option = document.getElementById(`option-${where}`) ?? document.getElementById(`option-${where.split(".")[0]}`);
  if (error instanceof Refusal && error.error === "stale") {
    setup.seq = error.body.seq;
    sayWhatIsKept();
    trouble(t("page.setup.stale"));
  } else if (seat !== undefined && Number(seat) < plan.count) players.blame(sentence(error), Number(seat));
  else if (option) {
    option.querySelector(".fault").textContent = sentence(error);
    if (option.tagName === "DETAILS") option.open = true;
    option.querySelector("input, select").focus();
  } else if (asksForHost(error, load)) part.plan.hidden = true;
  else if (plan.game.tables.includes(where.split(".")[0])) trouble(t("page.setup.bad_figures", { where, reason: sentence(error) }));
  else trouble(sentence(error));
}

function trouble(text) {
  setText(part.trouble, text);
  part.trouble.hidden = !text;
  if (text) part.trouble.scrollIntoView({ block: "center" });
}

function recall() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE)) ?? {};
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

part.begin.addEventListener("click", begin);
await load();
