// The picture of a game, which it brings itself: by day or by night, as the page is.
import { h } from "./dom.js";

/**
 * Return the picture of a game; null if it brings none. A browser loads it for the theme that it shows.
 * @param {string} game
 */
export function gameScene(game) {
  const { build, scenes = "" } = document.documentElement.dataset;
  if (!scenes.split(" ").includes(game)) return null;
  const src = `/art/${encodeURIComponent(game)}/scene.svg${build ? `?build=${build}` : ""}`;
  const size = { alt: "", width: 1200, height: 400 };
  return h(
    "span",
    { class: "game-scene" },
    h("img", { class: "by-day", loading: "lazy", src, ...size }),
    h("img", { class: "by-night", loading: "lazy", src: `${src}#night`, ...size }),
  );
}
