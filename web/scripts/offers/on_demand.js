// What only a phone that acts needs: forms and the moves so far, fetched when it gets a role rather than with the page.
import { Unreachable } from "../lib/api.js";
import { sentence } from "../lib/reasons.js";
import { say } from "../lib/says.js";

/** Begin to fetch it all, so that it is there when it is asked for. */
export function fetchAhead() {
  import("./play.js").catch(() => {});
  import("../table/moves.js").catch(() => {});
}

/** As `playForm` of play.js. */
export function playForm(...about) {
  return once(async () => (await import("./play.js")).playForm(...about));
}

/** As `moves` of moves.js. */
export function moves(view) {
  return once(async () => (await import("../table/moves.js")).moves(view));
}

/** A script that the network lost is asked for again with the next tap. */
async function once(open) {
  try {
    await open();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    say(sentence(new Unreachable()), "refused");
  }
}
