// The page of settings: every value is a tap; the board and the name of the machine are asked for on the box.
import { get, post, Refusal } from "../lib/api.js";
import { byId, h, setText } from "../lib/dom.js";
import { askForHost } from "../lib/guest.js";
import { render } from "../lib/render.js";
import { errorSentence } from "../lib/says.js";
import { t } from "../lib/words.js";

const LOOK_MS = 1000; // between two looks at what the box was answered
const pending = new Set(["asked", "ready"]);
let nextLook = 0; // the timer of the only look that is due

/** @param {api.SettingsView} view */
function show(view) {
  const { machine } = view;
  const levels = (/** @type {number} */ low, /** @type {number} */ high) =>
    Array.from({ length: high - low + 1 }, (_, index) => ({ value: low + index, name: String(low + index) }));
  render(byId("settings"), [
    choice("language", t("page.settings.language"), view.language, view.languages.map(({ id, name }) => ({ value: id, name }))),
    choice("volume", t("page.settings.volume"), view.muted ? 0 : view.volume, levels(0, view.most_volume)),
    choice("brightness", t("page.settings.brightness"), view.brightness, levels(1, view.most_brightness)),
    choice("dark_at_night", t("page.settings.night"), view.dark_at_night, yesOrNo(), t("page.settings.night_note")),
    choice("large", t("page.settings.large"), view.large, yesOrNo()),
    choice("calm", t("page.settings.calm"), view.calm, yesOrNo()),
  ]);
  byId("machine").hidden = !machine;
  if (machine) showMachine(machine);
}

function yesOrNo() {
  return [
    { value: true, name: t("page.settings.yes") },
    { value: false, name: t("page.settings.no") },
  ];
}

/**
 * Return the row of a setting: a button for each of its values.
 * @param {keyof api.SettingsBody} setting
 * @param {string} name
 * @param {string | number | boolean} value
 * @param {{ value: string | number | boolean, name: string }[]} values
 * @param {string} [note]
 */
function choice(setting, name, value, values, note = "") {
  return h(
    "fieldset",
    { key: setting },
    h("legend", {}, name),
    values.map((each) => chip(each.name, each.value === value, () => send("/api/settings", { [setting]: each.value }))),
    note && h("p", { class: "hint" }, note),
  );
}

/**
 * @param {string} name
 * @param {boolean} isChosen
 * @param {() => void} choose
 */
function chip(name, isChosen, choose) {
  return h("button", { class: "chip", type: "button", key: name, "aria-pressed": String(isChosen), onclick: choose }, name);
}

/** @param {api.MachineView} machine */
function showMachine({ board, boards, name, request }) {
  const ask = (/** @type {string} */ id) => send("/api/settings/ask", { board: id });
  render(byId("boards"), [
    h("fieldset", { key: "board" }, h("legend", {}, t("page.settings.board")), boards.map((each) => chip(each.name, each.id === board, () => ask(each.id)))),
  ]);
  const input = byId("name", HTMLInputElement);
  if (!input.value && document.activeElement !== input) input.value = name;
  setText(byId("name-note"), t("page.settings.name_note", { name }));
  setText(byId("asked"), sentenceOf(request));
  if (pending.has(request.standing)) lookSoon();
}

/** @param {api.PermissionRequestView} request */
function sentenceOf({ standing }) {
  if (standing === "asked") return t("page.backup.asked");
  if (standing === "ready") return t("page.settings.restarts");
  return standing === "refused" ? t("page.settings.refused") : "";
}

function lookSoon() {
  clearTimeout(nextLook);
  nextLook = setTimeout(look, LOOK_MS);
}

/** Look what the box was answered; a box that restarts is asked again until it is back. */
async function look() {
  try {
    show(await get("/api/settings"));
    showFault("");
  } catch (error) {
    if (error instanceof Refusal) showFault(errorSentence(error));
    else lookSoon();
  }
}

/**
 * @param {string} path
 * @param {api.SettingsBody | api.MachineBody} body
 */
async function send(path, body) {
  try {
    show(await post(path, body));
    showFault("");
  } catch (error) {
    showFault(errorSentence(error));
  }
}

/** @param {string} text */
function showFault(text) {
  const fault = byId("fault");
  setText(fault, text);
  fault.hidden = !text;
}

if (document.getElementById("guest")) {
  askForHost(new Refusal(401, {}), () => location.reload());
} else {
  byId("rename").addEventListener("submit", (event) => {
    event.preventDefault();
    send("/api/settings/ask", { name: byId("name", HTMLInputElement).value });
  });
  look();
}
