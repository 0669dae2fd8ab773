// The card of a first visit to the table: what a phone without a role may do, the way in, and the address to keep.
import { byId, find, findAll, h, setText } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { t } from "../lib/words.js";

/**
 * Draw the card that index.html has.
 * @param {api.PhoneView} view
 * @param {HTMLElement} joinButton
 * @param {(next: HTMLElement) => void} end Closes the card for good; a focus in it goes to another element.
 */
export function drawVisit({ lobby }, joinButton, end) {
  const card = byId("visit");
  const answers = find(card, ".answers");
  const look = () => {
    end(visibleTitle());
    render(answers); // there is one way in at a time
  };
  setText(byId("visit-words"), t(lobby ? "page.visit.sit" : "page.visit.see"));
  render(answers, joinButton, h("button", { type: "button", class: "quiet", onclick: look }, t("page.visit.look")));
  card.classList.add("usable");
}

/** Return the title of the table, ready to take the focus: what follows is read from there. */
function visibleTitle() {
  const [title] = findAll(document, "main h1").filter(({ clientHeight }) => clientHeight);
  title.tabIndex = -1;
  return title;
}
