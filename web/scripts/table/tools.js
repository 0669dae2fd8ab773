// What one does to a game rather than in it.
import { byId, h } from "../lib/dom.js";
import { loadTapped } from "../lib/fetching.js";
import { askYesNo, join, leave, showCorrections, showMoves, showRules, switchSounds } from "../offers/on_demand.js";
import { render } from "../lib/render.js";
import { areSoundsOn } from "../lib/switches.js";
import { t } from "../lib/words.js";
import { send, toolButton } from "./undo.js";

const place = byId("tools");
place.tabIndex = -1; // takes the focus of a tool that is gone
let areRulingsLinked = false;
for (const type of ["pointerdown", "keydown"]) addEventListener(type, linkRulings, { passive: true });

/**
 * Draw the tools.
 * @param {api.PhoneView} view
 * @param {(() => void) | false | null} showVisit Shows the card of a first visit again, if that is possible.
 */
export function drawTools(view, showVisit) {
  const tools = toolsOf(view, showVisit);
  const endings = endingsOf(view);
  place.hidden = !tools.length;
  const title = h("h2", { class: "unseen" }, t("page.tools.title"));
  const hasRole = view.you.host || view.you.leads || view.you.seat !== null;
  if (view.over) linkRulings();
  render(place, title, hasRole && roleLine(view), h("ul", { class: "tool-list" }, tools), endings.length > 0 && h("ul", { class: "tool-list apart" }, endings));
}

/** Make links of the numbers of rulings, with the first tap: what names them opens with one, or stands at the end. */
async function linkRulings() {
  if (areRulingsLinked) return;
  areRulingsLinked = true;
  const script = await loadTapped("/scripts/lib/ruling_links.js").catch(() => null);
  if (script) script.linkAllRulings();
  else areRulingsLinked = false;
}

/**
 * Return a line that names the role of this phone.
 * @param {api.PhoneView} view
 */
function roleLine({ you: { host, leads, seat }, seats }) {
  const name = seats.find((other) => other.seat === seat)?.name;
  const role = host ? (seat ? "both" : "host") : leads ? "leads" : "seat";
  return h("p", { class: "tool-role" }, t(seat || host ? `page.tools.role.${role}` : "page.join.host", { name }));
}

/**
 * @param {api.PhoneView} view
 * @param {(() => void) | false | null} showVisit
 */
function toolsOf(view, showVisit) {
  const { host, seat, leads } = view.you;
  const isGame = view.game !== null;
  const hasRealDice = Boolean(view.real_dice);
  const mayLead = host || leads;
  const turnSounds = () => switchSounds().then(() => drawTools(document.companionView ?? view, showVisit));
  const reading = isGame
    ? [tool("moves", () => showMoves(view)), tool("rules", () => showRules(view)), view.rulings.length > 0 && link("rulebook", `/rules/${view.game}`), tool("sounds", turnSounds, areSoundsOn())]
    : [];
  if (!mayLead && !seat) return showVisit ? [...reading, tool("visit", showVisit)] : reading;
  return [
    ...reading,
    view.options.some(({ move }) => move === "correct") && tool("correct", () => showCorrections(view)),
    mayLead && view.chance && !view.over && !view.closed && tool("real_dice", () => send("real_dice", view, { on: !hasRealDice }), hasRealDice),
    isGame && link("free"),
    host && link("phones"),
    host && link("how"),
    isGame && !view.over && !(host && seat) && tool(host ? "join_seat" : "join_host", () => join(view, host ? "join" : "joinAsHost")),
    leads && view.seats.some((other) => other.claimed && other.seat !== seat) && tool("hand_on", () => join(view, "handOn")),
  ].filter(Boolean);
}

/**
 * Return the tools that end something, the game or this phone's part in it: they stand apart.
 * @param {api.PhoneView} view
 */
function endingsOf(view) {
  const { host, seat, leads } = view.you;
  if (!host && !leads && !seat) return [];
  const isGame = view.game !== null;
  const leaving = host && seat ? "forget_both" : seat ? "forget" : "forget_host";
  return [
    host && isGame && link("new", "/setup"),
    host && isGame && tool("leave", () => askAndSend("leave", view)),
    host && isGame && !view.closed && !view.over && tool("close", () => askAndSend("close", view)),
    host && seat && tool("release", () => giveUp("release", "release")),
    (host || leads) && seat && tool("resign", () => giveUp("resign", "resign")),
    tool(leaving, () => giveUp(leaving, "forget")),
  ].filter(Boolean);
}

/**
 * Return the button of a tool.
 * @param {string} name
 * @param {() => unknown} tap
 * @param {boolean} [isOn] Of a switch.
 */
function tool(name, tap, isOn) {
  return toolButton(name, t(`page.tools.${name}`), tap, isOn);
}

/** @param {string} name */
function link(name, href = `/${name}`) {
  return h("li", { key: name }, h("a", { class: "tool", dataset: { key: name }, href }, t(`page.tools.${name}`)));
}

/**
 * Return whether the reader agrees. The button of what can be undone has the colour of a move, not of an alarm.
 * @param {string} tool
 */
function ask(tool) {
  const kind = tool === "leave" ? "play" : "grave";
  return askYesNo(t(`page.tools.${tool}.question`), t(`page.tools.${tool}.body`), t(`page.tools.${tool}.yes`), kind);
}

/**
 * @param {"leave" | "close"} command
 * @param {api.PhoneView} view
 */
async function askAndSend(command, view) {
  if (await ask(command)) await send(command, view, {}, t(`page.tools.${command}.done`));
}

/**
 * @param {string} tool
 * @param {Parameters<typeof leave>[0]} how
 */
async function giveUp(tool, how) {
  if (await ask(tool)) await leave(how);
}
