// What one does to a game rather than in it: taking back, the moves so far, corrections, and what only the host may.
import { command } from "../lib/api.js";
import { choiceButton } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { forget, join, moves, playForm, release, resign } from "../offers/on_demand.js";
import { sentence } from "../lib/reasons.js";
import { say, waiting } from "../lib/says.js";
import { ask, Sheet } from "../lib/sheet.js";
import { t } from "../lib/words.js";

const place = document.getElementById("tools");
let drawn = "";

/** Taking the last move back, and restoring it: beside the moves, for it is mostly a tap that went wrong. */
export function backAndForth(view) {
  const found = [
    view.undo && tool("take_back", () => simply("take_back", view), view.undo),
    view.redo && tool("restore", () => simply("restore", view), view.redo),
  ].filter(Boolean);
  return found.length > 0 && h("ul", { class: "tool-list" }, found);
}

export function drawTools(view) {
  const mine = JSON.stringify([view.number, view.seq, view.you, view.over, view.closed]);
  if (mine === drawn) return;
  drawn = mine;
  const held = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const tools = toolsOf(view);
  place.hidden = !tools.length;
  const title = h("h2", { class: "unseen" }, t("page.tools.title"));
  place.replaceChildren(title, tools.length ? role(view) : "", h("ul", { class: "tool-list" }, tools));
  if (held !== undefined && document.activeElement === document.body) {
    const again = place.querySelector(`[data-key="${CSS.escape(held)}"]`) ?? place.querySelector("button, a");
    again?.focus({ preventScroll: true });
  }
}

/** What this phone is, which it may give up below. */
function role(view) {
  const { host, seat } = view.you ?? {};
  const name = view.seats.find((one) => one.seat === seat)?.name;
  const what = host && seat ? "both" : seat ? "seat" : "host";
  return h("p", { class: "tool-role" }, t(`page.tools.role.${what}`, { name }));
}

function toolsOf(view) {
  const { host, seat } = view.you ?? {};
  const game = view.game !== null;
  if (!host && !seat) return [];
  const open = game && !view.closed;
  const leaving = host && seat ? "forget_both" : seat ? "forget" : "forget_host";
  const found = [
    game && tool("moves", () => moves(view)),
    view.options.some((option) => option.move === "correct") && tool("correct", () => correct(view)),
    host && game && link("new", "/setup"),
    game && link("free"),
    host && link("phones"),
    host && link("how"),
    host && game && tool("leave", () => rash("leave", view)),
    host && open && !view.over && tool("close", () => rash("close", view)),
    game && !view.over && !(host && seat) && tool(host ? "join_seat" : "join_host", () => join(view)),
    host && seat && tool("release", () => giveUp("release", release)),
    host && seat && tool("resign", () => giveUp("resign", resign)),
    tool(leaving, () => giveUp(leaving, forget)),
  ];
  return found.filter(Boolean);
}

function tool(name, tap, note) {
  const words = [h("span", {}, t(`page.tools.${name}`)), note && h("small", {}, note)];
  return h("li", {}, h("button", { type: "button", class: "tool", dataset: { key: name }, onclick: tap }, words));
}

function link(name, href = `/${name}`) {
  return h("li", {}, h("a", { class: "tool", dataset: { key: name }, href }, t(`page.tools.${name}`)));
}

/** A command that needs no more than its name. What was done is told from the page's own news. */
async function simply(what, view) {
  try {
    const done = await command(what, {}, view, waiting);
    if (done) say(t(`page.tools.${what}.done`));
  } catch (error) {
    say(sentence(error), "refused");
  }
}

/** What can be undone is asked for in the colour of a move, not of an alarm. */
function sure(what) {
  const kind = what === "leave" ? "play" : "grave";
  return ask(t(`page.tools.${what}.question`), t(`page.tools.${what}.body`), t(`page.tools.${what}.yes`), kind);
}

async function rash(what, view) {
  if (await sure(what)) await simply(what, view);
}

async function giveUp(what, leave) {
  if (await sure(what)) await leave();
}

/** The correction of a seat: of whom, where this phone speaks for several. */
function correct(view) {
  const options = view.options.filter((option) => option.move === "correct");
  const sheet = new Sheet();
  if (options.length === 1) {
    playForm(view, options[0].seat, "correct", options[0].text, { sheet });
    return;
  }
  const cards = options.map(({ seat, text }) => {
    const one = view.seats.find((other) => other.seat === seat);
    const walk = () => playForm(document.companionView ?? view, seat, "correct", text, { sheet });
    return choiceButton({ text: one.name, seat: one }, walk);
  });
  const list = h("div", { class: "cards", role: "group", "aria-label": t("page.tools.whom") }, cards);
  sheet.push(t("page.tools.correct"), list);
}
