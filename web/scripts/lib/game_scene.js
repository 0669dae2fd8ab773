// The picture of a game, which it brings itself: by day or by night, as the page is.
import { h } from "./dom.js";

/** Heights of pictures that are 1200 wide. */
const HEIGHTS = { scene: 400, strip: 240 };

/**
 * Return the picture of a game, or its wide strip; null if it brings none. A browser loads it for the theme that it shows.
 * @param {string} game
 * @param {"scene" | "strip"} drawing
 */
export function gameScene(game, drawing = "scene") {
  const { build, ...games } = document.documentElement.dataset;
  if (!(games[`${drawing}s`] ?? "").split(" ").includes(game)) return null;
  const src = `/art/${encodeURIComponent(game)}/${drawing}.svg${build ? `?build=${build}` : ""}`;
  const size = { alt: "", width: 1200, height: HEIGHTS[drawing] };
  return h(
    "span",
    { class: "game-scene" },
    h("img", { class: "by-day", loading: "lazy", src, ...size }),
    h("img", { class: "by-night", loading: "lazy", src: `${src}#night`, ...size }),
  );
}
