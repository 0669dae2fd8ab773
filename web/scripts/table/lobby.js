// The lobby of the next game on the page of the table: who sits there, and the way to the own place.
import { byId, h } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { seatMark } from "../lib/templates.js";
import { t } from "../lib/words.js";

/**
 * Show the lobby: where the next game would be while there is none, else as a quiet line for those who sit down in it.
 * @param {api.PhoneView} view
 */
export function showLobby({ lobby, you, game }) {
  const sitting = (lobby?.places ?? []).map(({ name, colours, shape, letter }) => {
    return h("span", { key: name, class: "whose" }, seatMark({ colour: colours[0] ?? "", shape, letter }), " ", name);
  });
  const key = you.host ? "host" : lobby ? "scan" : "none";
  const isIn = you.place !== undefined && !you.host;
  render(byId("lobby"),
    sitting.length > 0 && h("p", { class: "others" }, sitting),
    !isIn && h("p", { class: key === "scan" && key }, t(`page.lobby.${key}`)),
    (you.host || isIn) && h("a", { class: "play", href: "/setup", dataset: { key: "new" } }, t(you.place ? "page.lobby.back" : lobby ? "page.lobby.open" : "page.lobby.new")),
    you.host && h("a", { class: "quiet", href: "/games", dataset: { key: "go_on" } }, t("page.lobby.go_on")));
  const names = lobby?.places.map(({ name }) => name).join(", ") || "…";
  const isShown = game !== null && lobby !== undefined && (you.host || you.place !== undefined);
  const line = document.getElementById("lobby-line") ?? h("p", { id: "lobby-line", class: "others" });
  byId("act").before(line);
  render(line, isShown && h("a", { href: "/setup" }, t("page.lobby.line", { names })));
}
