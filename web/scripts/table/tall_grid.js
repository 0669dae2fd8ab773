// A tall grid on a television: as the largest block it stands in two columns.

const MOST_ROWS = 7; // in one column

/**
 * Put the second half of a tall grid's rows beside the first whenever one is drawn.
 * @param {Element} screen
 */
export function splitTallGrids(screen) {
  new MutationObserver(() => {
    for (const grid of screen.querySelectorAll(".largest .values:only-child")) split(grid);
  }).observe(screen, { childList: true, subtree: true });
}

/** @param {Element} grid */
function split(grid) {
  const rows = [...grid.querySelectorAll("tbody")];
  if (rows.length <= MOST_ROWS) return;
  const half = Math.ceil(rows.length / 2);
  const second = document.createElement("table");
  second.className = grid.className;
  second.append(...[...grid.querySelectorAll("thead")].map((head) => head.cloneNode(true)), ...rows.slice(half));
  grid.parentElement?.style.setProperty("--rows", String(half));
  grid.after(second);
}
