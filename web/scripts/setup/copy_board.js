// The page on which an owner copies a board: one space after the other, and everything is kept at once.
import { h, setText } from "../lib/dom.js";
import { Figures } from "./figures.js";
import { copiedHere, keeper, OwnFigures } from "./own_figures.js";
import { sentence } from "../lib/says.js";
import { ask } from "../lib/sheet.js";
import { registerThings, sign } from "../lib/things.js";
import { t } from "../lib/words.js";

const part = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));
const figures = new Figures(part["figure-list"], () => changed(true));
let copied; // what is asked: {game, asked, spaces, figures}
let own;
let space;
let keep;

async function load() {
  const found = await copiedHere(load);
  if (!found) return;
  copied = found;
  registerThings({}, found.game);
  own = new OwnFigures(found);
  keep ??= keeper(found.game, { profile: () => own.profile, begins: () => say(t("page.copy.saving")), kept, refused });
  part.guest.hidden = part.trouble.hidden = true;
  space = copied.spaces.find((one) => !whole(one)) ?? copied.spaces[0];
  part.copy.hidden = false;
  draw();
}

/** Where the answer to what is asked of a space lies. */
function pathOf({ name }, { id }) {
  return `${name}.${id}`;
}

/** The answer that is noted; null where nobody has told. */
function answered(asked, one) {
  const value = JSON.stringify(own.own(pathOf(asked, one)));
  return asked.answers.find((answer) => JSON.stringify(answer.value) === value) ?? null;
}

function askedOf({ asked }) {
  return copied.asked.filter(({ name }) => asked.includes(name));
}

function noted(one) {
  return askedOf(one).some((asked) => answered(asked, one) !== null);
}

function whole(one) {
  return askedOf(one).every((asked) => answered(asked, one) !== null);
}

function draw() {
  const { spaces } = copied;
  space = spaces.find(({ id }) => id === space.id) ?? spaces[0];
  setText(part["space-title"], space.says);
  part.asked.replaceChildren(...askedOf(space).map(question));
  part.before.disabled = space === spaces[0];
  setText(part.next, t(space === spaces.at(-1) ? "page.copy.first_space" : "page.copy.next_space"));
  part.track.replaceChildren(...spaces.map(tile));
  const some = spaces.filter(noted);
  const inPart = some.filter((one) => !whole(one)).length;
  const told = [t("page.copy.progress", { n: some.length, all: spaces.length }), inPart && t("page.copy.in_part", { n: inPart })];
  setText(part.progress, told.filter(Boolean).join(" "));
  part.printed.hidden = !Object.keys(own.profile).length;
  figures.draw(copied.figures, own);
}

function question(asked) {
  const cards = [...asked.answers, null].map((answer) => card(asked, answer));
  return h("fieldset", { class: "asked", dataset: { few: String(asked.answers.length < 4) } }, h("legend", {}, asked.says), cards);
}

function card(asked, answer) {
  const hold = `${asked.name}-${answer ? asked.answers.indexOf(answer) : "none"}`;
  const input = h("input", { type: "radio", name: asked.name, value: hold, id: hold });
  input.checked = answered(asked, space) === answer;
  input.addEventListener("change", () => {
    own.put(pathOf(asked, space), answer?.value ?? null);
    changed();
    document.getElementById(hold)?.focus();
  });
  const words = h("span", { class: "card-name" }, answer?.says ?? t("page.copy.unknown"));
  return h("label", { class: answer ? "choice-card" : "choice-card plain" }, input, answer && sign(answer), words);
}

/** A space of the track, small: its number, and what is noted of it. */
function tile(one) {
  const found = askedOf(one).map((asked) => answered(asked, one));
  const said = [one.says, ...found.map((answer) => answer?.says ?? t("page.copy.unknown"))].join(", ");
  const signs = found.map((answer, at) => small(answer, at === 0));
  const button = h("button", { type: "button", class: one.town ? "tile city" : "tile", "aria-label": said, onclick: () => go(one, true) }, h("b", {}, one.id), signs);
  if (one === space) button.setAttribute("aria-current", "true");
  return h("li", {}, button);
}

function small(answer, first) {
  const drawn = answer && sign(answer);
  if (!drawn) return first ? h("span", { class: "none", "aria-hidden": "true" }, "·") : null;
  return answer.n ? h("span", { class: "counted" }, drawn, answer.n) : drawn;
}

function go(to, look = false) {
  space = to;
  draw();
  if (look) part.space.scrollIntoView({ block: "nearest" });
  part["space-title"].focus({ preventScroll: !look });
}

function step(by) {
  const at = copied.spaces.indexOf(space) + by;
  go(copied.spaces.at(at % copied.spaces.length));
}

async function kept() {
  figures.blame("");
  say(t(Object.keys(own.profile).length ? "page.copy.saved" : "page.copy.as_printed"), "saved");
  if (!figures.turned) return;
  figures.turned = false;
  const found = await copiedHere(load); // other figures may mean other spaces
  const others = ({ spaces, figures: list }) => JSON.stringify([spaces, list]);
  if (!found || others(found) === others(copied)) return; // nothing is drawn anew under whoever types
  copied = found;
  draw();
}

function refused(error, where) {
  if (figures.blame(sentence(error), where)) say(t("page.copy.not_saved_yet"), "refused");
  else say(t("page.copy.not_saved", { reason: sentence(error) }), "refused");
}

async function changed(turned = false) {
  figures.turned ||= turned;
  draw();
  await keep();
}

function say(text, kind = "") {
  setText(part.kept, text);
  part.kept.dataset.kind = kind;
}

async function asPrinted() {
  if (!(await ask(t("page.copy.printed_question"), t("page.copy.printed_body"), t("page.copy.forget_all")))) return;
  own.profile = {};
  [space] = copied.spaces;
  await changed(true);
}

part.next.addEventListener("click", () => step(1));
part.before.addEventListener("click", () => step(-1));
part.printed.addEventListener("click", asPrinted);
part.space.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("input")) step(1);
});
await load();
