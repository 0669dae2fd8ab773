// What changed in the lobby, in sentences that are read aloud: who came and went, the colours, the order, who begins.
import { t } from "../lib/words.js";

/**
 * @typedef {{lobby: api.LobbyView, place: number}} Lobby The lobby, and the own place in it; 0 for none.
 */

/**
 * Return the colour of the own place in a sentence.
 * @param {Pick<api.LobbyPlaceView, "colour_name">} place
 */
export function ownColour({ colour_name: colour }) {
  return colour ? t("page.setup.you_are", { colour }) : t("page.setup.you_have_none");
}

/**
 * Return the news of a lobby since the one before.
 * @param {Lobby} before
 * @param {Lobby} now
 * @param {string} moved The name of the person whom this phone moved, if any.
 * @returns {string[]}
 */
export function newsOf({ lobby: before }, { lobby: now, place: own }, moved = "") {
  const names = now.places.map(({ name }) => name);
  const namesBefore = before.places.map(({ name }) => name);
  const arrived = names.filter((name) => !namesBefore.includes(name));
  const gone = namesBefore.filter((name) => !names.includes(name));
  const isRenamed = arrived.length > 0 && names.length === namesBefore.length;
  const news = now.game === before.game ? [] : [t("page.setup.game_is", { title: now.title })];
  if (names.length > namesBefore.length) news.push(...arrived.map((name) => t("page.setup.added", { name, n: names.length })));
  if (names.length < namesBefore.length) news.push(...gone.map((name) => t("page.setup.removed", { name })));
  if (isRenamed) news.push(...gone.map((name, index) => t("page.setup.renamed", { before: name, name: arrived[index] })));
  for (const { place, name, colour_name: colour } of now.places) {
    const last = before.places.find((other) => other.name === name);
    if (!last || last.colour_name === colour) continue;
    news.push(place === own ? ownColour({ colour_name: colour }) : t("page.setup.swapped", { name, colour: colour || t("page.setup.no_colour") }));
  }
  if (!arrived.length && !gone.length) {
    const changed = names.filter((name, index) => name !== namesBefore[index]);
    const name = changed.includes(moved) ? moved : changed[0];
    if (name !== undefined) news.push(t("page.setup.moved", { name, seat: names.indexOf(name) + 1 }));
  }
  const [leader, leaderBefore] = [now, before].map(({ places }) => places.find(({ leads }) => leads)?.name);
  if (leader && leader !== leaderBefore && !arrived.includes(leader) && leader !== names[own - 1]) news.push(t("page.tools.hand_on.done", { name: leader }));
  const [first, firstBefore] = [names[now.begins - 1], namesBefore[before.begins - 1]];
  if (first !== undefined && firstBefore !== undefined && first !== firstBefore && !isRenamed) news.push(t("page.setup.begins", { name: first }));
  return news;
}
