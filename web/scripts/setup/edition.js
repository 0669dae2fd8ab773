// The page on which an owner notes Hasard cards and mission towns: every line that will do is kept at once.
import { get, post, Refusal } from "../lib/api.js";
import { fresh, read, rowOf } from "./edition_rows.js";
import { asksForHost } from "../lib/guest.js";
import { put } from "../lib/dom.js";
import { sentence } from "../lib/says.js";
import { t } from "../lib/words.js";

const GAME = "classic";
const part = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));
const lists = { effects: [], towns: [] }; // of each, its lines as they are written, whole or not
let cards = [];
let saving = false;
let again = false; // something changed while the last was on its way

async function load() {
  try {
    const { printed, profile } = await get(`/api/profile?game=${GAME}`);
    const values = Object.keys(printed.goods.values).sort((one, other) => other - one);
    cards = printed.goods.colours.flatMap((colour) => values.map((value) => ({ colour, value: Number(value) })));
    lists.effects = (profile.hasard?.effects ?? printed.hasard.effects).map(rowOf);
    lists.towns = (profile.mission?.towns ?? printed.mission.towns).map((text) => ({ text }));
  } catch (error) {
    asksForHost(error, load);
    return;
  }
  part.guest.hidden = part.trouble.hidden = true;
  part.edition.hidden = false;
  draw();
}

function draw() {
  for (const name of ["effects", "towns"]) {
    const lines = lists[name].map((line, at) => fresh(name, line, at, cards, { changed, redraw, remove: () => remove(name, at) }));
    part[name].replaceChildren(...lines);
  }
}

/** A line wants other fields now, or there is one more or fewer; `to` finds what has the focus then. */
function redraw(to) {
  draw();
  const found = to && document.getElementById(to);
  found?.focus();
  changed();
}

function remove(name, at) {
  lists[name].splice(at, 1);
  redraw(lists[name].length ? `${name}-${Math.min(at, lists[name].length - 1)}` : `add-${name.slice(0, -1)}`);
}

function add(name) {
  lists[name].push(name === "towns" ? { text: "" } : { sort: "besants", text: "" });
  draw();
  document.getElementById(`${name}-${lists[name].length - 1}`).focus();
}

/** Keep every line that will do; what another page notes of this game meanwhile stays. */
async function changed() {
  again = true;
  if (saving) return;
  saving = true;
  say(t("page.edition.saving"));
  let sent = {};
  try {
    while (again) {
      again = false;
      sent = { effects: whole("effects"), towns: whole("towns") };
      const { profile } = await get(`/api/profile?game=${GAME}`);
      const values = (name) => sent[name].map(({ value }) => value);
      const hasard = { ...profile.hasard, effects: values("effects") };
      const mission = { ...profile.mission, towns: values("towns") };
      await post("/api/profile", { game: GAME, profile: { ...profile, hasard, mission } });
    }
    for (const { at, name } of [...named("effects", sent), ...named("towns", sent)]) blame(name, at, "");
    say(t("page.edition.saved"), "saved");
  } catch (error) {
    const [, name, place] = /^(?:hasard|mission)\.(effects|towns)\.(\d+)/.exec(error instanceof Refusal ? (error.body.where ?? "") : "") ?? [];
    const at = name && sent[name]?.[Number(place)]?.at;
    if (at !== undefined) blame(name, at, sentence(error));
    say(t("page.edition.not_saved", { reason: sentence(error) }), "refused");
  } finally {
    saving = false;
  }
}

/** The lines that will do, each with its place; those that do not say so, once something stands in them. */
function whole(name) {
  return lists[name].flatMap((line, at) => {
    const { value, fault } = read(name, line);
    if (fault !== undefined) blame(name, at, line.touched ? fault : "");
    return value === undefined ? [] : [{ at, value }];
  });
}

function named(name, sent) {
  return (sent[name] ?? []).map(({ at }) => ({ at, name }));
}

function blame(name, at, text) {
  if (lists[name][at]) lists[name][at].fault = text;
  const row = part[name].children[at];
  if (!row) return;
  put(row.querySelector(".fault"), text);
  for (const input of row.querySelectorAll("input")) input.setAttribute("aria-invalid", String(Boolean(text)));
}

function say(text, kind = "") {
  put(part.kept, text);
  part.kept.dataset.kind = kind;
}

part["add-effect"].addEventListener("click", () => add("effects"));
part["add-town"].addEventListener("click", () => add("towns"));
await load();
