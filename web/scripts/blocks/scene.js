// The scene: keeps a card for every block and draws each block separately. Drawings get their blocks; only this script reads views.
import { find, h, setText } from "../lib/dom.js";
import { loadLaterWords, loadStylesheet, loadScript, loadTapped, loadTappedStylesheet } from "../lib/fetching.js";
import { seatMark } from "../lib/templates.js";

/**
 * The view of a past game, or the one of a page that follows the table.
 * @typedef {api.TableView | api.PhoneView} View
 *
 * A block of the view; fields with their default value are left out.
 * @typedef {api.SceneView["blocks"][number]} Block
 * @typedef {Block["block"]} Kind
 * @typedef {{block: Kind, id: string, seat?: number, setup?: boolean}} BlockHead
 *
 * The parts of a view that blocks are drawn with, the seat of the reader, and the id of the largest block.
 * @typedef {Pick<api.TableView, "game" | "turn" | "things" | "unit" | "wheel_page">
 *   & {seats: api.SeatView[], reader?: number | null, wide?: string | null,
 *   standings?: api.StandingView[]}} Table
 *
 * The drawing of a block in its room; it shows blocks of its kind. `isUpdate`: the page has shown this game before, so that
 * changes may be animated.
 * @typedef {{show(block: Pick<Block, "id" | "name">, table: Table, isUpdate: boolean): void}} BlockDrawing
 *
 * The script of a kind of block. It calls `onRedraw` after it has drawn a block again by itself, as for another width.
 * @typedef {{open(room: HTMLElement, onRedraw: () => void): BlockDrawing}} BlockScript
 *
 * The drawings by the kinds of their blocks.
 * @typedef {{[K in Kind]: ReturnType<import("../lib/fetching.js").LaterScripts[`/scripts/blocks/${K}.js`]["open"]>}} Drawings
 *
 * Elements to put cards into: near the top, beside the reader's actions, the largest one, all others, and the seats' rows.
 * @typedef {{near?: HTMLElement, hand?: HTMLElement | null, wide?: HTMLElement | null, rest: HTMLElement, totals: HTMLElement}} Rooms
 */

/** Kinds that everybody looks at stand near the top. @type {Kind[]} */
const WATCHED = ["ring", "dice"];

/** @type {Map<Kind, BlockScript>} */
const loadedScripts = new Map();
/** @type {Map<Kind, Promise<BlockScript | null>>} */
const requestedScripts = new Map();

/**
 * Return the script of a kind of block, loaded with its style for the first such block; null after a failure of the network.
 * @param {Kind} kind
 */
function loadBlockScript(kind) {
  if (/\W/.test(kind)) return Promise.resolve(null); // no address of something else
  const request = requestedScripts.get(kind) ?? requestBlockScript(kind);
  requestedScripts.set(kind, request);
  return request;
}

/**
 * @param {Kind} kind
 * @returns {Promise<BlockScript | null>}
 */
async function requestBlockScript(kind) {
  // What only few games have comes with what a tap needs.
  const [file, sheet] = kind === "squares"
    ? [loadTapped("/scripts/blocks/squares.js").then(({ load }) => load()), loadTappedStylesheet("/styles/blocks/squares.css")]
    : [loadScript(`/scripts/blocks/${kind}.js`), loadStylesheet(`/styles/blocks/${kind}.css`)];
  const loading = Promise.all([file, loadLaterWords()]).catch(() => [null]);
  const [[script]] = await Promise.all([loading, sheet]);
  if (script !== null) loadedScripts.set(kind, script);
  else requestedScripts.delete(kind); // the next view requests it again
  return script;
}

/** A block on the page: its heading, and the room that it is drawn in. */
export class Card {
  /**
   * Create an empty card.
   * @param {BlockHead} block
   * @param {(card: Card) => void} onDraw Called whenever the block is drawn.
   */
  constructor({ block: kind, id }, onDraw) {
    this.onDraw = () => onDraw(this);
    this.kind = kind;
    /** The block and what it is drawn with, to compare. */
    this.drawn = "";
    /** Its script is still being loaded. */
    this.isWaiting = false;
    /** @type {BlockDrawing | null} */
    this.drawing = null;
    this.title = h("h2", { id: `block-${id}-title` });
    this.room = h("div", { class: "block-room" });
    const attributes = { class: `block ${kind}-block card`, id: `block-${id}`, "aria-labelledby": `block-${id}-title`, dataset: { block: id } };
    this.element = h("section", attributes, this.title, this.room);
  }

  /**
   * Show a block, unless it is shown already: at once if its script is loaded, else as soon as it is.
   * @param {Block} block
   * @param {Table} table
   * @param {boolean} isUpdate
   */
  show(block, table, isUpdate) {
    const { game, seats, turn, reader } = table;
    const state = JSON.stringify([block, game, seats.map(({ name, colour }) => [name, colour]), "pieces" in block && turn, "groups" in block && reader, table.standings, table.wide === block.id]);
    if (state === this.drawn) return;
    this.drawn = state;
    this.isWaiting = true;
    setText(this.title, block.name);
    this.element.classList.toggle("setup-block", isSetup(block));
    /** @param {BlockScript | null} script */
    const draw = (script) => {
      if (this.drawn !== state) return; // a newer block came meanwhile
      this.draw(script, block, table, isUpdate);
      this.onDraw();
    };
    const script = loadedScripts.get(block.block);
    if (script) draw(script);
    else loadBlockScript(block.block).then(draw);
  }

  /**
   * @param {BlockScript | null} script
   * @param {Block} block
   * @param {Table} table
   * @param {boolean} isUpdate
   */
  draw(script, block, table, isUpdate) {
    this.isWaiting = false;
    try {
      this.drawing ??= /** @type {BlockScript} */ (script).open(this.room, this.onDraw); // this fails if there is no script
      this.drawing.show(block, table, isUpdate);
      this.element.classList.remove("plain");
    } catch (error) {
      console.warn(error);
      this.drawing = null;
      this.drawn = "";
      this.element.classList.add("plain");
      this.room.replaceChildren(h("ul", { class: "said-lines" }, block.spoken.map((line) => h("li", {}, line))));
    }
  }
}

export class Scene {
  /**
   * Create an empty scene.
   * @param {Rooms} rooms
   */
  constructor(rooms) {
    this.rooms = rooms;
    /** @type {Map<string, Card>} */
    this.cards = new Map();
    /** @type {View | null} */
    this.view = null;
    /** Makes blocks touchable; loaded with the first view that has offers. @type {import("./touching.js").Touching | null} */
    this.touching = null;
    /** Blocks were drawn since the scene was fitted; it is fitted once, when all of them are drawn. */
    this.isUnfitted = false;
    this.isShowing = false;
    /** Fits the blocks on a television; loaded with the first blocks. @type {import("./fitting.js").Fitting | null} */
    this.fitting = null;
  }

  /**
   * Load the scripts that draw a view, and the one that makes its blocks touchable.
   * @param {Partial<api.PhoneView>} view
   */
  fetch({ scene, offers }) {
    const touching = offers?.length && loadTapped("/scripts/blocks/touching.js").catch(() => null);
    return Promise.all([touching, ...(scene?.blocks ?? []).map(({ block }) => loadBlockScript(block))]);
  }

  /**
   * Show the scene of a view.
   * @param {View} view
   * @param {boolean} isUpdate The page has shown this game before.
   */
  show(view, isUpdate) {
    this.view = view;
    const { scene, seats, things, game, turn, unit, wheel_page } = view;
    const blocks = scene.blocks.map((block) => withoutBadges(block, view)).filter((block) => block !== null);
    const kinds = new Map(blocks.map(({ id, block }) => [id, block]));
    for (const [id, card] of this.cards) {
      if (isUpdate && kinds.get(id) === card.kind) continue;
      card.element.remove();
      this.cards.delete(id);
    }
    const table = { game, turn, seats, things, unit, wheel_page, reader: "you" in view ? view.you.seat : null, wide: scene.wide, standings: view.over ? view.standings : [] };
    this.placeCards(blocks, scene, table);
    this.isShowing = true;
    for (const block of blocks) this.cardOf(block).show(block, table, isUpdate);
    this.isShowing = false;
    this.fitIfAllDrawn();
    this.showHandHeading();
    this.updateTouching(view);
    this.updateWheel(view);
    for (const element of document.querySelectorAll(".block [data-seat]")) {
      element.classList.toggle("on-turn", Number(element.getAttribute("data-seat")) === turn);
    }
  }

  /**
   * Return the card of a block; create it if there is none.
   * @param {BlockHead} block
   */
  cardOf(block) {
    const card = this.cards.get(block.id) ?? new Card(block, (drawn) => this.onDraw(drawn));
    this.cards.set(block.id, card);
    return card;
  }

  /** @param {Card} card */
  onDraw({ element, kind }) {
    this.touching?.mark(element);
    if (kind === "ring" && this.view) this.updateWheel(this.view);
    this.isUnfitted = true;
    this.fitIfAllDrawn();
  }

  /** Fit the scene if all blocks are drawn: trying sizes takes longer than anything else on the page. */
  fitIfAllDrawn() {
    if (!this.isUnfitted || this.isShowing || [...this.cards.values()].some(({ isWaiting }) => isWaiting)) return;
    this.isUnfitted = false;
    this.fit();
  }

  /**
   * Return the drawing of the block with this id; null if there is none of this kind, or not yet.
   * @template {Kind} K
   * @param {string} id
   * @param {K} kind
   */
  drawingOf(id, kind) {
    const card = this.cards.get(id);
    return card?.kind === kind ? /** @type {Drawings[K] | null} */ (card.drawing) : null;
  }

  /**
   * Make touchable what the offers of a view can use.
   * @param {View} view
   */
  async updateTouching(view) {
    if (!("offers" in view)) return;
    if (this.touching === null && (view.offers.length || view.mendable)) {
      const script = await loadTapped("/scripts/blocks/touching.js").catch(() => null);
      if (script !== null) this.touching ??= new script.Touching(find(document, "main"), view);
    }
    if (this.view === view) this.touching?.show(view);
  }

  /**
   * Let the reader spin the wheel if an offer does; while the reader has other things to do, the wheel makes room.
   * @param {View} view
   */
  async updateWheel(view) {
    const [id, card] = [...this.cards].find(([, { kind }]) => kind === "ring") ?? [];
    if (!id || !card || this.rooms.wide) return;
    const ring = this.drawingOf(id, "ring");
    const offers = "offers" in view ? view.offers : [];
    const canSpin = offers.some(({ whole, refused, touches }) => whole && !refused && touches.includes("sector"));
    const isBusy = view.over || offers.some(({ move, refused }) => move.move !== "correct" && !refused);
    card.element.classList.toggle("aside", !canSpin && isBusy && Boolean(ring?.ring?.rests || view.over));
    if (!ring || !("offers" in view)) return;
    if (!ring.hand) {
      if (!canSpin) return;
      const script = await loadTapped("/scripts/offers/spinning.js").catch(() => null);
      if (script === null || this.view !== view) return; // the next view loads it again
      ring.hand ??= new script.Spinning(ring);
    }
    ring.hand.show(view);
  }

  /**
   * Put every card into its room. A card that is in its place is not moved, so that a button under a finger stays there.
   * @param {Block[]} blocks
   * @param {api.SceneView} scene
   * @param {Table} table
   */
  placeCards(blocks, scene, table) {
    /** @type {Map<Element, Element[]>} */
    const elementsByRoom = new Map();
    for (const block of blocks) {
      const card = this.cardOf(block);
      const { element } = card;
      const room = this.roomOf(block, scene, table);
      markOwner(card, block, table);
      if (!room) continue;
      if (block.block === "purse") {
        if (element.parentElement !== room) room.append(element);
        continue;
      }
      const elements = elementsByRoom.get(room) ?? [];
      elementsByRoom.set(room, elements);
      const isNewer = isSetup(block) && isSetup(blocks.find(({ id }) => id === scene.wide)); // what was dealt last is laid first
      if ((isNewer || block.id === scene.wide) && room !== this.rooms.near) elements.unshift(element);
      else elements.push(element);
    }
    for (const [room, elements] of elementsByRoom) {
      elements.forEach((element, i) => room.children[i] !== element && room.insertBefore(element, room.children[i] ?? null));
    }
  }

  /** Show the name of the reader's first own block as the heading above all of them. */
  showHandHeading() {
    const { hand } = this.rooms;
    if (!hand?.parentElement) return;
    hand.parentElement.hidden = !hand.firstElementChild;
    const name = hand.querySelector("h2");
    if (name) setText(find(hand.parentElement, "summary h2"), name.textContent);
  }

  /**
   * @param {BlockHead} block
   * @param {api.SceneView} scene
   * @param {Table} table
   * @returns {Element | null}
   */
  roomOf({ block, id, seat, setup }, scene, { reader }) {
    const { rest, near = rest, hand, wide, totals } = this.rooms;
    if (block === "purse") return totals.querySelector(`.total[data-seat="${seat}"] .purse-room`);
    if (setup && wide) return rest;
    if (block === "notes" || (!wide && WATCHED.includes(block))) return near;
    if (hand && seat && seat === reader) return hand;
    if (id === scene.wide) return wide ?? rest;
    return id === scene.turn && !wide ? near : rest;
  }

  /** On a television, which shows everything at once, shrink the cards beside the largest block until they fit. */
  async fit() {
    if (!this.rooms.wide) return;
    if (this.fitting === null) {
      const script = await loadScript("/scripts/blocks/fitting.js").catch(() => null);
      if (script === null) this.isUnfitted = true; // the next view loads it again
      else this.fitting ??= new script.Fitting(this.rooms.rest, this.cards);
    }
    this.fitting?.fit();
  }
}

/**
 * Return whether a block is a list of what sets up the game.
 * @param {Block | undefined} block
 */
function isSetup(block) {
  return block !== undefined && "setup" in block && block.setup === true;
}

/**
 * Return a block without the notes that the page shows as badges; null if none are left.
 * @param {Block} block
 * @param {View} view
 */
function withoutBadges(block, { badges }) {
  if (block.block !== "notes") return block;
  const notes = block.notes.filter(({ says }) => badges.every(({ text }) => text !== says));
  return notes.length > 0 ? { ...block, notes } : null;
}

/**
 * Show the mark of the seat that a block belongs to beside its name.
 * @param {Card} card
 * @param {BlockHead} block
 * @param {Table} table
 */
function markOwner(card, { seat, block }, { seats, reader }) {
  const mark = card.title.previousElementSibling;
  const owner = seat && block !== "purse" && seat !== reader ? seats[seat - 1] : null;
  if (mark instanceof HTMLElement && mark.dataset.colour !== owner?.colour) mark.remove();
  if (owner && !card.element.querySelector(":scope > .mark")) card.element.prepend(seatMark(owner));
}
