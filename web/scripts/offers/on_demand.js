// What a page needs once something is tapped: forms, the moves so far, and the way in and out, fetched rather late.
import { Unreachable } from "../lib/api.js";
import { fetched } from "../lib/fetching.js";
import { sentence } from "../lib/reasons.js";
import { say } from "../lib/says.js";

/** Whether this phone let go of its seat by itself: who loses it in another way has to be told. */
export const leaving = { byHand: false };

/** Begin to fetch it all, so that it is there when it is asked for. */
export function fetchAhead() {
  fetched("/scripts/offers/play.js").catch(() => {});
  fetched("/scripts/table/moves.js").catch(() => {});
}

/** As `playForm` of play.js. */
export function playForm(...about) {
  return once(async () => (await fetched("/scripts/offers/play.js")).playForm(...about));
}

/** As `moves` of moves.js. */
export function moves(...about) {
  return once(async () => (await fetched("/scripts/table/moves.js")).moves(...about));
}

/** As `join` of join.js. */
export function join(view) {
  return once(async () => (await fetched("/scripts/table/join.js")).join(view));
}

/** As `scanned` of join.js. */
export function scanned(code, view) {
  return once(async () => (await fetched("/scripts/table/join.js")).scanned(code, view));
}

/** As `release` of join.js. */
export function release() {
  return once(async () => (await fetched("/scripts/table/join.js")).release());
}

/** As `resign` of join.js. */
export function resign() {
  return once(async () => (await fetched("/scripts/table/join.js")).resign());
}

/** As `forget` of join.js. */
export function forget() {
  return once(async () => (await fetched("/scripts/table/join.js")).forget());
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
