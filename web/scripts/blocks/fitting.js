// A television shows everything at once: the cards in columns beside the largest block are shrunk until they fit.

const SMALLEST = 0.8; // anything smaller could not be read from a chair; style sheets may say otherwise: --smallest, --largest
const LARGEST = 1;
const STEP = 0.05;

export class Fitting {
  /**
   * Fit cards whenever their room changes.
   * @param {HTMLElement} rest The element in columns, with a child for each card.
   * @param {Map<string, {drawn: string}>} cards The cards by the ids of their blocks.
   */
  constructor(rest, cards) {
    this.rest = rest;
    this.cards = cards;
    /** The measures of the last fit. */
    this.fittedMeasures = "";
    new ResizeObserver(() => this.fit()).observe(rest);
  }

  /** Make the cards as large as fits, unless the last fit still holds. If they never all fit, show the first that do. */
  fit() {
    const { rest } = this;
    if (this.measures() === this.fittedMeasures) return;
    const cards = [...rest.children];
    rest.style.columnCount = String(cards.length || "auto"); // an upper limit: there are as many columns as fit
    for (const card of cards) card.classList.remove("no-room");
    const style = getComputedStyle(rest);
    const smallest = Number(style.getPropertyValue("--smallest")) || SMALLEST;
    const largest = Number(style.getPropertyValue("--largest")) || LARGEST;
    if (!fitsAt(rest, smallest)) {
      for (const card of cards) card.classList.add("no-room");
      for (const card of cards) {
        card.classList.remove("no-room");
        if (!fits(rest)) card.classList.add("no-room");
      }
    }
    enlarge(rest, smallest, largest);
    this.fittedMeasures = this.measures();
  }

  /** Return what the fit depends on: the sizes of the room and of the cards; for cards that are left out, their content. */
  measures() {
    const { rest, cards } = this;
    return [rest, ...rest.children].map((element) => (element.matches(".no-room") ? cards.get(element.getAttribute("data-block") ?? "")?.drawn : sizeOf(element))).join();
  }
}

/**
 * Find the largest size that fits by bisection, because every size that is tried needs a whole layout.
 * @param {HTMLElement} rest
 * @param {number} smallest
 * @param {number} largest
 */
function enlarge(rest, smallest, largest) {
  let [least, most] = [0, Math.round((largest - smallest) / STEP)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fitsAt(rest, smallest + middle * STEP)) least = middle;
    else most = middle - 1;
  }
  fitsAt(rest, smallest + least * STEP);
}

/**
 * Set a size; return whether all cards fit.
 * @param {HTMLElement} rest
 * @param {number} size
 */
function fitsAt(rest, size) {
  rest.style.zoom = String(size);
  return fits(rest);
}

/**
 * Return whether all cards are in sight, and none is broken in two.
 * @param {HTMLElement} rest
 */
function fits(rest) {
  if (rest.scrollHeight > rest.clientHeight + 1 || rest.scrollWidth > rest.clientWidth + 1) return false;
  return [...rest.children].every((card) => card.getClientRects().length < 2);
}

/** @param {Element} element */
function sizeOf(element) {
  const { width, height } = element.getBoundingClientRect();
  return `${Math.round(width)} ${Math.round(height)}`;
}
