// The three towns of the road, as silhouettes behind it: a dome at Ormuz, a gate at Ganzhou, the palace of Dadu.
import { svg } from "./dom.js";

// Each stands on a line at height 0 and is drawn upwards, its middle at 0.
const ART = {
  ormuz:
    "M-26 0v-13h7v-9l2.5-4 2.5 4v9h3c0-9 4-13.5 9-18.5l1-4 1 4c5 5 9 9.5 9 18.5h4v-20l3-5 3 5v20h5v13z",
  ganzhou:
    "M-28 0v-18h6v-4h4v4h4v-9l-7-4c6 0 9-2.5 10-6h22c1 3.5 4 6 10 6l-7 4v9h4v-4h4v4h6v18h-20v-7a8 8 0 0 0-16 0v7z",
  dadu:
    "M-31 0v-10h5v-10l-6-3c6-1 9-3 10-6h5v-7l-6-3c6-1 10-4 12-8l11-5 11 5c2 4 6 7 12 8l-6 3v7h5c1 3 4 5 10 6l-6 3v10h5v10h-25v-8a6 6 0 0 0-12 0v8z",
};

/** The silhouette of a town at a place of the track. */
export function cityArt(city, { x, y }) {
  return svg("path", { class: `city ${city}`, d: ART[city], transform: `translate(${x} ${y - 6})` });
}
