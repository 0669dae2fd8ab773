// The page on which an owner notes what differs from box to box, line by line: every line that will do is kept at once.
import { get } from "../lib/api.js";
import { h, setText } from "../lib/dom.js";
import { sentence } from "../lib/says.js";
import { t } from "../lib/words.js";
import { fresh, read, rowOf } from "./lines.js";
import { copiedHere, keeper } from "./own_figures.js";

const part = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));
/** Each with its lines as they are written, whole or not, and those that were sent last. @type {any[]} */
let lists = [];
let keep;

async function load() {
  const found = await copiedHere(load);
  if (!found) return;
  const at = (tables, path) => path.split(".").reduce((table, name) => table?.[name], tables);
  lists = found.lists.map((list) => {
    const lines = at(found.profile, list.path) ?? at(found.printed, list.path) ?? [];
    return { ...list, lines: lines.map((line) => rowOf(list.sorts, line)), sent: [], rows: h("ol", { class: "rows" }) };
  });
  keep ??= keeper(found.game, { profile: () => laidOver(found.game), begins: () => say(t("page.copy.saving")), kept, refused });
  part.guest.hidden = part.trouble.hidden = true;
  part.edition.hidden = false;
  part.lists.replaceChildren(...lists.map(card));
  lists.forEach(draw);
}

function card(list, i) {
  const title = h("h2", { id: `list-${i}` }, list.title);
  list.adding = h("button", { class: "quiet", type: "button", onclick: () => add(list) }, list.add);
  return h("section", { class: "card", "aria-labelledby": `list-${i}`, dataset: { list: list.path } }, title, h("p", { class: "hint" }, list.note), list.rows, list.adding);
}

function draw(list) {
  list.rows.replaceChildren(...list.lines.map((line, at) => fresh(list, line, at, { changed, redraw: (to) => redraw(list, to), remove: () => remove(list, at) })));
}

function idOf(list, at) {
  return `${list.path}-${at}`;
}

/** A line wants other fields now, or there is one more or fewer; `to` finds what has the focus then. */
function redraw(list, to) {
  draw(list);
  (to ? document.getElementById(to) : list.adding)?.focus();
  changed();
}

function remove(list, at) {
  list.lines.splice(at, 1);
  redraw(list, list.lines.length ? idOf(list, Math.min(at, list.lines.length - 1)) : "");
}

function add(list) {
  list.lines.push({ sort: list.sorts[0].name, text: "" });
  draw(list);
  document.getElementById(idOf(list, list.lines.length - 1)).focus();
}

/** Every line that will do, over what another page notes of this game meanwhile. */
async function laidOver(game) {
  const { profile } = await get(`/api/profile?game=${game}`);
  for (const list of lists) {
    list.sent = whole(list);
    const [table, name] = list.path.split(".");
    profile[table] = { ...profile[table], [name]: list.sent.map(({ value }) => value) };
  }
  return profile;
}

function changed() {
  return keep();
}

function kept() {
  for (const list of lists) for (const { at } of list.sent) blame(list, at, "");
  say(t("page.copy.saved"), "saved");
}

function refused(error, where) {
  const list = lists.find(({ path }) => where.startsWith(`${path}.`));
  const at = list?.sent[Number(where.slice(list.path.length + 1).split(".")[0])]?.at;
  if (at !== undefined) blame(list, at, sentence(error));
  say(t("page.copy.not_saved", { reason: sentence(error) }), "refused");
}

/** The lines that will do, each with its place; those that do not say so, once something stands in them. */
function whole(list) {
  return list.lines.flatMap((line, at) => {
    const { value, fault } = read(list.sorts, line);
    if (fault !== undefined) blame(list, at, line.touched ? fault : "");
    return value === undefined ? [] : [{ at, value }];
  });
}

function blame(list, at, text) {
  if (list.lines[at]) list.lines[at].fault = text;
  const row = list.rows.children[at];
  if (!row) return;
  setText(row.querySelector(".fault"), text);
  for (const input of row.querySelectorAll("input")) input.setAttribute("aria-invalid", String(Boolean(text)));
}

function say(text, kind = "") {
  setText(part.kept, text);
  part.kept.dataset.kind = kind;
}

await load();
