// The page on which an owner notes what differs from box to box, line by line: every valid line is saved at once.
import { get } from "../lib/api.js";
import { button } from "../lib/buttons.js";
import { byId, find, h, setText } from "../lib/dom.js";
import { errorSentence } from "../lib/says.js";
import { t } from "../lib/words.js";
import { lineItem, lineOf, readLine } from "./lines.js";
import { createSaver, figureAt, loadCopied } from "./own_figures.js";

/**
 * A list with its lines as they are written, valid or not, and with the entries that were sent last.
 * @typedef {api.CopyListView & {
 *   lines: import("./lines.js").Line[],
 *   sent: {index: number, value: import("./lines.js").Entry}[],
 *   items: HTMLElement,
 *   addButton: HTMLButtonElement,
 * }} WrittenList
 */

const status = byId("kept");
/** @type {WrittenList[]} */
let lists = [];
/** @type {() => Promise<void>} */
let save;

async function load() {
  /** @type {api.CopiedListsView | null} */
  const copied = await loadCopied(load);
  if (!copied) return;
  const { game, profile, printed } = copied;
  lists = copied.lists.map((list) => {
    /** @type {import("./lines.js").Entry[]} */
    const entries = figureAt(profile, list.path) ?? figureAt(printed, list.path) ?? [];
    /** @type {WrittenList} */
    const written = {
      ...list,
      lines: entries.map((entry) => lineOf(list.sorts, entry)),
      sent: [],
      items: h("ol", { class: "rows" }),
      addButton: button("quiet", () => addLine(written), list.add),
    };
    return written;
  });
  const onStart = () => showStatus(t("page.copy.saving"));
  save ??= createSaver(game, { profile: () => figuresToSave(game), onStart, onSaved: showSaved, onRefused: showRefusal });
  byId("edition").hidden = false;
  byId("lists").replaceChildren(...lists.map(listSection));
  lists.forEach(draw);
}

/**
 * @param {WrittenList} list
 * @param {number} i
 */
function listSection({ path, title, note, items, addButton }, i) {
  const id = `list-${i}`;
  const attributes = { class: "card", "aria-labelledby": id, dataset: { list: path } };
  return h("section", attributes, h("h2", { id }, title), h("p", { class: "hint" }, note), items, addButton);
}

/** @param {WrittenList} list */
function draw(list) {
  list.items.replaceChildren(
    ...list.lines.map((line, index) => {
      const remove = () => removeLine(list, index);
      return lineItem(list, line, index, { onChange: save, redraw: (id) => redraw(list, id), remove });
    }),
  );
}

/**
 * @param {WrittenList} list
 * @param {number} index
 */
function idOf(list, index) {
  return `${list.path}-${index}`;
}

/**
 * Draw a list of which a line needs other fields, or that has another number of lines.
 * @param {WrittenList} list
 * @param {string} focusedId The element that gets the focus; the button for a new line if empty.
 */
function redraw(list, focusedId) {
  draw(list);
  (focusedId ? document.getElementById(focusedId) : list.addButton)?.focus();
  save();
}

/**
 * @param {WrittenList} list
 * @param {number} index
 */
function removeLine(list, index) {
  list.lines.splice(index, 1);
  redraw(list, list.lines.length ? idOf(list, Math.min(index, list.lines.length - 1)) : "");
}

/** @param {WrittenList} list */
function addLine(list) {
  list.lines.push({ sort: list.sorts[0].name, text: "" });
  draw(list);
  byId(idOf(list, list.lines.length - 1)).focus();
}

/**
 * Return every valid line, over what another page noted of this game meanwhile.
 * @param {string} game
 */
async function figuresToSave(game) {
  const { profile } = await get(`/api/profile?game=${game}`);
  for (const list of lists) {
    list.sent = validEntries(list);
    const [table, name] = list.path.split(".");
    profile[table] = { ...profile[table], [name]: list.sent.map(({ value }) => value) };
  }
  return profile;
}

function showSaved() {
  for (const list of lists) for (const { index } of list.sent) showFault(list, index, "");
  showStatus(t("page.copy.saved"), "saved");
}

/**
 * @param {unknown} error
 * @param {string} path
 */
function showRefusal(error, path) {
  const list = lists.find((each) => path.startsWith(`${each.path}.`));
  const sent = list?.sent[Number(path.slice(list.path.length + 1).split(".")[0])];
  if (list && sent) showFault(list, sent.index, errorSentence(error));
  showStatus(t("page.copy.not_saved", { reason: errorSentence(error) }), "refused");
}

/**
 * Return the entries of the valid lines; the others show their faults, once something was written in them.
 * @param {WrittenList} list
 */
function validEntries(list) {
  return list.lines.flatMap((line, index) => {
    const { value, fault } = readLine(list.sorts, line);
    if (fault !== undefined) showFault(list, index, line.isTouched ? fault : "");
    return value === undefined ? [] : [{ index, value }];
  });
}

/**
 * @param {WrittenList} list
 * @param {number} index
 * @param {string} fault
 */
function showFault(list, index, fault) {
  if (list.lines[index]) list.lines[index].fault = fault;
  const item = list.items.children[index];
  if (!item) return;
  setText(find(item, ".fault"), fault);
  for (const input of item.querySelectorAll("input")) input.setAttribute("aria-invalid", String(Boolean(fault)));
}

/**
 * @param {string} text
 * @param {"" | "saved" | "refused"} kind
 */
function showStatus(text, kind = "") {
  setText(status, text);
  status.dataset.kind = kind;
}

await load();
