// Tonight's rules in the lobby, in a few lines. Who leads unfolds a line to change it; everybody else reads it.
import { byId, drawing, find, findAll, h, setText } from "../lib/dom.js";
import { gameScene } from "../lib/game_scene.js";
import { hasChanged, render } from "../lib/render.js";
import { fieldOf, folded } from "./options.js";
import { ruleItems, ruleWords } from "./rule_lines.js";

/** @typedef {import("./place_list.js").Table} Table */

const form = byId("rules-form");
const readOnly = byId("rules-read");
const gameLine = byId("rule-game", HTMLDetailsElement);
const playersLine = byId("rule-players", HTMLDetailsElement);
const begins = byId("begins", HTMLSelectElement);
const list = byId("option-list");
const realDice = byId("rule-real_dice");
let isFirst = true; // the lines to change were not shown yet
let isUnfolded = false; // the games are, because nobody sat yet

/**
 * Show tonight's rules.
 * @param {Table} table
 * @param {api.GameChoicesView[]} games The games to choose from.
 */
export function drawRules(table, games) {
  const { lobby, leads } = table;
  form.hidden = !leads;
  readOnly.hidden = leads;
  render(readOnly, leads ? [] : ruleItems(lobby.rules));
  if (!leads) return;
  drawGames(table, games);
  drawBeginner(table);
  drawOptions(table);
  drawRealDice(table);
  isFirst = false;
}

/**
 * Show a refusal at the field of an option, unfolded; return whether there is one.
 * @param {string} name
 * @param {string} reason
 */
export function showAtOption(name, reason) {
  const option = document.getElementById(`option-${name}`);
  if (!option) return false;
  find(option, ".fault").textContent = reason;
  for (let line = option.closest("details"); line; line = line.parentElement?.closest("details") ?? null) line.open = true;
  find(option, "input, select").focus();
  return true;
}

/**
 * Show the games to choose from; unfolded where nobody sits yet, because this comes first, until the reader has names sit.
 * @param {Table} table
 * @param {api.GameChoicesView[]} games
 */
function drawGames({ lobby, act }, games) {
  gameLine.hidden = games.length < 2;
  drawSummary(gameLine, lobby, "game");
  const isNaming = Boolean(document.activeElement?.closest("#adding, #sitting, #own-place"));
  if (isFirst) gameLine.open = isUnfolded = lobby.places.length === 0;
  else if (isUnfolded && isNaming && lobby.places.length > 0) gameLine.open = isUnfolded = false;
  const cards = games.map(({ id, title }) => {
    const onchange = () => act({ do: "game", game: id });
    const input = h("input", { type: "radio", name: "game", value: id, onchange, checked: id === lobby.game });
    return h("label", { key: id, class: "choice-card" }, gameScene(id) ?? h("span", { class: "plain-scene" }, drawing("lantern")), input, h("span", { class: "card-name" }, title));
  });
  render(byId("game-cards"), cards);
}

/** @param {Table} table */
function drawBeginner({ lobby, act }) {
  playersLine.hidden = !lobby.places.length;
  drawSummary(playersLine, lobby, "players");
  render(begins, lobby.places.map(({ place, name }) => h("option", { key: place, value: place }, name)));
  begins.value = String(lobby.begins);
  begins.onchange = () => act({ do: "begin_with", place: Number(begins.value), who: begins.selectedOptions[0].text });
  setText(byId("begins-rule"), lobby.rule);
}

/**
 * @param {HTMLDetailsElement} line
 * @param {api.LobbyView} lobby
 * @param {string} key
 */
function drawSummary(line, lobby, key) {
  const words = lobby.rules.find((rule) => rule.key === key);
  if (words) render(find(line, "summary"), ruleWords(words));
}

/**
 * Show the lines of the options, and draw them again only if they changed.
 * @param {Table} table
 */
function drawOptions({ lobby, game, act }) {
  const options = game?.forms[lobby.places.length] ?? [];
  const lines = options.length ? lobby.rules.filter((line) => line.options.length) : [];
  const names = lobby.places.map(({ name }) => name);
  const ordered = [...names.slice(lobby.begins - 1), ...names.slice(0, lobby.begins - 1)]; // as the seats of the game
  if (isTyping() || list.querySelector(":is(summary, label):active")) return; // drawn once the field is left or the finger up
  if (!hasChanged(list, [options, lobby.options, lines, options.some(({ apart }) => apart) && ordered])) return;
  const { activeElement } = document;
  const field = activeElement && list.contains(activeElement) ? activeElement.closest("[id^=option-], [id^=rule-]") : null;
  const index = field ? fieldsIn(field).findIndex((each) => each === activeElement) : -1;
  /** @param {api.SetupFieldView} option @param {any} value */
  const choose = ({ name }, value) => {
    act({ do: "options", options: { [name]: value } }, { refused: (reason, show) => showAtOption(name, reason) || show(reason) });
  };
  const drawn = lines.map((line) => {
    const fields = options.filter(({ name }) => line.options.includes(name));
    const content = fields.map((option) => fieldOf(option, lobby.options[option.name] ?? option.default, choose, ordered));
    if (line.key === fields[0]?.name) content[0].querySelector("legend")?.classList.add("unseen"); // the line names it
    return folded(`rule-${line.key}`, line.key === "house" ? "option house-rules" : "option", [h("summary", {}, ruleWords(line)), content]);
  });
  list.replaceChildren(...drawn);
  const again = field && document.getElementById(field.id);
  if (!again || index < 0) return;
  const input = fieldsIn(again)[index];
  input?.focus({ preventScroll: true });
  if (input instanceof HTMLInputElement && input.type === "number") input.select(); // what is typed next replaces it, as before
}

/**
 * Show the switch of the table between the box's dice and real ones, where the game has any.
 * @param {Table} table
 */
function drawRealDice({ lobby, hasRealDice, useRealDice }) {
  const line = lobby.rules.find((rule) => rule.key === "real_dice");
  realDice.hidden = !line;
  if (!line) return;
  const input = find(realDice, "input");
  if (!(input instanceof HTMLInputElement)) return;
  input.checked = hasRealDice;
  input.onchange = () => useRealDice(input.checked);
  setText(find(realDice, "span"), line.title);
  setText(find(realDice, "small"), line.notes.join(" "));
}

/** Return whether a number is being typed: its field must not be drawn again before it is sent. */
function isTyping() {
  const { activeElement } = document;
  const isNumber = activeElement instanceof HTMLInputElement && activeElement.type === "number" && list.contains(activeElement);
  return isNumber && activeElement.value !== activeElement.defaultValue;
}

/**
 * Return what may have the focus in the field of an option: itself, or what is in it.
 * @param {Element} field
 */
function fieldsIn(field) {
  const inner = findAll(field, "input, select, summary");
  return field instanceof HTMLElement && inner.length === 0 ? [field] : inner;
}
