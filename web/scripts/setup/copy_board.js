// The page on which an owner copies a board: one space after the other, and everything is saved at once.
import { byId, h, setText } from "../lib/dom.js";
import { errorSentence } from "../lib/says.js";
import { askYesNo } from "../lib/ask.js";
import { registerThings, thingSign } from "../lib/things.js";
import { t } from "../lib/words.js";
import { Figures } from "./figures.js";
import { createSaver, loadCopied, OwnFigures } from "./own_figures.js";

/**
 * @typedef {api.CopyQuestionView} Question
 * @typedef {api.CopyAnswerView} Answer
 * @typedef {api.CopySpaceView} Space
 */

const status = byId("kept");
const spaceTitle = byId("space-title");
const spaceCard = byId("space");
const beforeButton = byId("before", HTMLButtonElement);
const nextButton = byId("next");
const printedButton = byId("printed");
const figures = new Figures(byId("figure-list"), () => update(true));
/** @type {api.CopiedBoardView} */
let copied;
/** @type {OwnFigures} */
let ownFigures;
/** The space that is asked about. @type {Space} */
let current;
/** @type {() => Promise<void>} */
let save;
let hasUnsavedFigure = false;

async function load() {
  /** @type {api.CopiedBoardView | null} */
  const view = await loadCopied(load);
  if (!view) return;
  copied = view;
  registerThings({}, view.game);
  ownFigures = new OwnFigures(view);
  const onStart = () => showStatus(t("page.copy.saving"));
  save ??= createSaver(view.game, { profile: () => ownFigures.profile, onStart, onSaved: showSaved, onRefused: showRefusal });
  current = copied.spaces.find((space) => !isAnswered(space)) ?? copied.spaces[0];
  byId("copy").hidden = false;
  draw();
}

/**
 * Return the path of the answer to a question about a space.
 * @param {Question} question
 * @param {Space} space
 */
function pathOf({ name }, { id }) {
  return [name, id]; // a name of a town may contain a dot
}

/**
 * Return the answer that is noted; null without one.
 * @param {Question} question
 * @param {Space} space
 */
function answerOf(question, space) {
  const value = JSON.stringify(ownFigures.ownAt(pathOf(question, space)));
  return question.answers.find((answer) => JSON.stringify(answer.value) === value) ?? null;
}

/** @param {Space} space */
function questionsOf({ asked }) {
  return copied.asked.filter(({ name }) => asked.includes(name));
}

/** @param {Space} space */
function answersOf(space) {
  return questionsOf(space).map((question) => answerOf(question, space));
}

/**
 * Return whether every question about a space is answered.
 * @param {Space} space
 */
function isAnswered(space) {
  return answersOf(space).every((answer) => answer !== null);
}

function draw() {
  const { spaces } = copied;
  current = spaces.find(({ id }) => id === current.id) ?? spaces[0];
  setText(spaceTitle, current.says);
  byId("asked").replaceChildren(...questionsOf(current).map(questionFields));
  beforeButton.disabled = current === spaces[0];
  setText(nextButton, t(current === spaces.at(-1) ? "page.copy.first_space" : "page.copy.next_space"));
  byId("track").replaceChildren(...spaces.map(spaceTile));
  const begun = spaces.filter((space) => answersOf(space).some((answer) => answer !== null));
  const inPart = begun.filter((space) => !isAnswered(space)).length;
  const counts = copied.asked.filter(({ expected }) => expected).map(countText);
  const progress = [
    t("page.copy.progress", { n: begun.length, all: spaces.length }),
    inPart && t("page.copy.in_part", { n: inPart }),
    ...counts,
  ];
  setText(byId("progress"), progress.filter(Boolean).join(" "));
  printedButton.hidden = !Object.keys(ownFigures.profile).length;
  byId("rarer").hidden = !copied.figures.length;
  figures.draw(copied.figures, ownFigures);
}

/**
 * Return how many answers with an amount are noted, of those that the printed game probably has.
 * @param {Question} question
 */
function countText(question) {
  const found = copied.spaces.filter((space) => answerOf(question, space)?.n).length;
  return t("page.copy.counted", { what: question.counted ?? "", n: found, all: question.expected ?? 0 });
}

/** @param {Question} question */
function questionFields(question) {
  const cards = [...question.answers, null].map((answer) => answerCard(question, answer));
  const hasFew = String(question.answers.length < 4);
  return h("fieldset", { class: "asked", dataset: { few: hasFew } }, h("legend", {}, question.says), cards);
}

/**
 * @param {Question} question
 * @param {Answer | null} answer
 */
function answerCard(question, answer) {
  const id = `${question.name}-${answer ? question.answers.indexOf(answer) : "none"}`;
  const input = h("input", { type: "radio", name: question.name, value: id, id });
  input.checked = answerOf(question, current) === answer;
  input.addEventListener("change", () => {
    ownFigures.setOwn(pathOf(question, current), answer?.value ?? null);
    update();
    document.getElementById(id)?.focus();
  });
  const words = h("span", { class: "card-name" }, answer?.says ?? t("page.copy.unknown"));
  return h("label", { class: answer ? "choice-card" : "choice-card plain" }, input, answer && thingSign(answer), words);
}

/**
 * Return a space of the track, small: its number, and what is noted of it.
 * @param {Space} space
 */
function spaceTile(space) {
  const answers = answersOf(space);
  const label = [space.says, ...answers.map((answer) => answer?.says ?? t("page.copy.unknown"))].join(", ");
  const tile = h(
    "button",
    { type: "button", class: space.town ? "tile city" : "tile", "aria-label": label, onclick: () => go(space, true) },
    h("b", {}, space.label ?? space.id),
    answers.map(answerSign),
  );
  if (space === current) tile.setAttribute("aria-current", "true");
  return h("li", {}, tile);
}

/** @param {Answer | null} answer */
function answerSign(answer) {
  const sign = answer && thingSign(answer);
  return sign && answer.n ? h("span", { class: "counted" }, sign, answer.n) : sign;
}

/**
 * @param {Space} space
 * @param {boolean} canScroll
 */
function go(space, canScroll = false) {
  current = space;
  draw();
  if (canScroll) spaceCard.scrollIntoView({ block: "nearest" });
  spaceTitle.focus({ preventScroll: !canScroll });
}

/** @param {-1 | 1} by */
function step(by) {
  const index = copied.spaces.indexOf(current) + by;
  go(copied.spaces[index % copied.spaces.length]);
}

async function showSaved() {
  figures.showFault("");
  showStatus(t(Object.keys(ownFigures.profile).length ? "page.copy.saved" : "page.copy.as_printed"), "saved");
  if (!hasUnsavedFigure) return;
  hasUnsavedFigure = false;
  /** @type {api.CopiedBoardView | null} */
  const view = await loadCopied(load); // other figures may mean other spaces
  if (!view || boardOf(view) === boardOf(copied)) return; // nothing is drawn anew under whoever types
  copied = view;
  draw();
}

/** @param {api.CopiedBoardView} view */
function boardOf({ spaces, figures: list }) {
  return JSON.stringify([spaces, list]);
}

/**
 * @param {unknown} error
 * @param {string} path
 */
function showRefusal(error, path) {
  const reason = errorSentence(error);
  showStatus(figures.showFault(reason, path) ? t("page.copy.not_saved_yet") : t("page.copy.not_saved", { reason }), "refused");
}

/** Draw and save after a change, of a figure or of an answer. */
async function update(isFigure = false) {
  hasUnsavedFigure ||= isFigure;
  draw();
  await save();
}

/**
 * @param {string} text
 * @param {"" | "saved" | "refused"} kind
 */
function showStatus(text, kind = "") {
  setText(status, text);
  status.dataset.kind = kind;
}

async function askToForget() {
  if (!(await askYesNo(t("page.copy.printed_question"), t("page.copy.printed_body"), t("page.copy.forget_all")))) return;
  ownFigures.profile = {};
  [current] = copied.spaces;
  await update(true);
}

nextButton.addEventListener("click", () => step(1));
beforeButton.addEventListener("click", () => step(-1));
printedButton.addEventListener("click", askToForget);
spaceCard.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) step(1);
});
await load();
