// On a television all is seen at once: what lies in columns beside the largest block is made so small that it fits.

const SMALLEST = 0.4; // what is smaller could not be read any more from a chair
const STEP = 0.05;
const STEPS = 12; // from there to its full size

export class Fitting {
  /**
   * @param {HTMLElement} rest What has the columns: a child for each card.
   * @param {Map<string, {drawn: string}>} cards By the ids of their blocks.
   */
  constructor(rest, cards) {
    this.rest = rest;
    this.cards = cards;
    /** What was measured once all fitted. */
    this.fitted = "";
    new ResizeObserver(() => this.fit()).observe(rest);
  }

  /** Make all of it as large as fits, unless it still does. What does not fit at all is left out, the least important first. */
  fit() {
    const { rest } = this;
    if (this.measured() === this.fitted) return;
    const cards = [...rest.children];
    rest.style.columnCount = cards.length || "auto"; // at most: as many as there is room for
    for (const card of cards) card.classList.remove("no-room");
    if (!isSeenAt(rest, 0)) {
      for (const card of cards) card.classList.add("no-room");
      for (const card of cards) {
        card.classList.remove("no-room");
        if (!isSeen(rest)) card.classList.add("no-room");
      }
    }
    enlarge(rest);
    this.fitted = this.measured();
  }

  /** What the fit hangs on: how large the room is and every card in it; of one that is left out, what it would show. */
  measured() {
    const { rest, cards } = this;
    return [rest, ...rest.children].map((one) => (one.matches(".no-room") ? cards.get(one.dataset.block).drawn : sizeOf(one))).join();
  }
}

/** Make it as large as it may be, halving the sizes that are left: each that is tried is laid out whole. */
function enlarge(rest) {
  let [least, most] = [0, STEPS];
  while (least < most) {
    const half = Math.ceil((least + most) / 2);
    if (isSeenAt(rest, half)) least = half;
    else most = half - 1;
  }
  isSeenAt(rest, least);
}

function isSeenAt(rest, step) {
  rest.style.zoom = SMALLEST + step * STEP;
  return isSeen(rest);
}

/** Whether all cards are in sight, and none is broken in two. */
function isSeen(rest) {
  if (rest.scrollHeight > rest.clientHeight + 1 || rest.scrollWidth > rest.clientWidth + 1) return false;
  return [...rest.children].every((card) => card.getClientRects().length < 2);
}

function sizeOf(element) {
  const { width, height } = element.getBoundingClientRect();
  return `${Math.round(width)} ${Math.round(height)}`;
}
