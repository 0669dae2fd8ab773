// The page of people: renaming and merging them, their preferred colours, and forgetting them.
import { get, post, Refusal } from "../lib/api.js";
import { button } from "../lib/buttons.js";
import { byId, drawing, find, h } from "../lib/dom.js";
import { errorSentence } from "../lib/reasons.js";
import { render } from "../lib/render.js";
import { askYesNo } from "../lib/ask.js";
import { t } from "../lib/words.js";

const LONGEST_NAME = 40;
const list = byId("people");
const message = byId("said");
list.tabIndex = -1; // takes the focus of a person who is gone

/** @param {api.PeopleView} view */
function show({ people, colours }) {
  render(list, people.map((person) => personItem(person, colours)));
}

/**
 * Return the row of a person, with all that can be changed folded below.
 * @param {api.PersonView} person
 * @param {api.ColourView[]} colours
 */
function personItem(person, colours) {
  const { name, colour, colour_name: colourName, games } = person;
  const about = [colourName, t("page.people.games", { n: games })].filter(Boolean).join(" · ");
  return h(
    "li",
    { class: "card person", key: name },
    h(
      "details",
      { name: "person" },
      h("summary", { class: "who" }, colourMark(colours.find(({ id }) => id === colour)), h("b", {}, name), h("small", {}, about)),
      h(
        "form",
        { class: "field", onsubmit: (event) => rename(event, name) },
        h("label", {}, t("page.people.name"), nameInput(name)),
        h("button", { class: "quiet" }, t("page.people.rename")),
        h("p", { class: "fault", role: "alert" }),
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, t("page.people.colour_of", { name })),
        colours.map((choice) => colourChip(name, choice, choice.id === colour)),
      ),
      button("quiet erase", () => askToForget(name), t("page.people.forget")),
    ),
  );
}

/**
 * Return the mark of a colour: its shape; an empty circle for none.
 * @param {api.ColourView | undefined} colour
 */
function colourMark(colour) {
  return h("span", { class: "mark", dataset: { colour: colour?.id }, "aria-hidden": "true" }, drawing(colour?.shape ?? "circle"));
}

/** @param {string} name */
function nameInput(name) {
  return h("input", { type: "text", name: "name", value: name, maxlength: LONGEST_NAME, autocomplete: "off", spellcheck: "false" });
}

/**
 * @param {string} name
 * @param {api.ColourView} colour
 * @param {boolean} chosen
 */
function colourChip(name, colour, chosen) {
  const prefer = () => change({ person: name, colour: colour.id }, t("page.people.prefers", { name, colour: colour.name }));
  return h("button", { class: "chip", type: "button", "aria-pressed": String(chosen), onclick: prefer }, colourMark(colour), colour.name);
}

/**
 * Rename a person, after a question if another person has the new name.
 * @param {SubmitEvent} event
 * @param {string} person
 */
async function rename(event, person) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const fault = find(form, ".fault");
  const { value: name } = find(form, "input", HTMLInputElement);
  fault.textContent = "";
  try {
    show(await post("/api/people", { person, name }));
    message.textContent = t("page.people.renamed", { name: person, other: name });
  } catch (error) {
    if (!(error instanceof Refusal) || error.error !== "becomes_one") {
      fault.textContent = errorSentence(error);
    } else if (await askYesNo(error.reason, t("page.people.merge_body"), t("page.people.merge"))) {
      await change({ person, name, merge: true }, error.reason);
    }
  }
}

/** @param {string} name */
async function askToForget(name) {
  const agreed = await askYesNo(t("page.people.question", { name }), t("page.people.body", { name }), t("page.people.forget"));
  if (agreed) await change({ person: name, forget: true }, t("page.people.forgotten", { name }));
}

/**
 * Make a change and show the people as they are now.
 * @param {api.PersonBody} body
 * @param {string} news What is read aloud after it.
 */
async function change(body, news) {
  try {
    show(await post("/api/people", body));
    message.textContent = news;
  } catch (error) {
    message.textContent = errorSentence(error);
  }
}

try {
  show(await get("/api/people"));
} catch (error) {
  message.textContent = errorSentence(error);
}
