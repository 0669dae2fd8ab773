// The scene: keeps a card for every block of it and draws each for itself. What takes the view for whole stands here alone.
import { h, setText } from "../lib/dom.js";
import { loadStylesheet, fetched } from "../lib/fetching.js";
import { mark } from "../lib/templates.js";

/**
 * A block of the view: what is as by default is left out.
 * @typedef {{block: string, id: string, name: string, spoken: string[], seat?: number, [field: string]: any}} Block
 *
 * What blocks are drawn with.
 * @typedef {{seat: number, name: string, colour: string, shape: string, letter: string}} Seat
 * @typedef {import("../lib/things.js").Thing} Thing
 * @typedef {{game: string, turn: number | null, seats: Seat[], things: Record<string, Thing>,
 *   unit: string, wheel_page: string | null, reader?: number}} Table
 *
 * One block drawn into a room: `news` tells whether it may move, for it has been seen before; `redrawn` is to be called
 * where it was drawn again of itself, such as for another width.
 * @typedef {{show: (block: Block, table: Table, news: boolean) => void}} Drawn
 * @typedef {{open: (room: HTMLElement, redrawn: () => void) => Drawn}} Sort
 */

const SORTS = ["track", "ring", "dice", "cards", "grid", "road", "notes", "graph", "board", "purse"];
const WATCHED = ["ring", "dice"]; // what everybody looks at stands near the top

/** @type {Map<string, Sort>} */
const ready = new Map();
/** @type {Map<string, Promise<Sort | null>>} */
const asked = new Map();

/** The script and the style of a sort, fetched with the first block of it; null where the network lost them. */
function fetchSort(name) {
  if (!SORTS.includes(name)) return Promise.resolve(null);
  if (!asked.has(name)) {
    const script = fetched(`/scripts/blocks/${name}.js`).catch(() => null);
    const both = Promise.all([script, loadStylesheet(`/styles/blocks/${name}.css`)]).then(([found]) => {
      if (found !== null) ready.set(name, found);
      else asked.delete(name); // the next view asks for it again
      return found;
    });
    asked.set(name, both);
  }
  return asked.get(name);
}

/** One block on the page: its heading, and the room that it is drawn in. */
class Card {
  /**
   * @param {Block} block
   * @param {(card: Card) => void} done Called whenever it is drawn.
   */
  constructor({ block: sort, id }, done) {
    this.done = () => done(this);
    this.sort = sort;
    this.drawn = "";
    /** Whether it is still to be drawn, its script being fetched. */
    this.waits = false;
    /** @type {Drawn | null} */
    this.drawing = null;
    this.title = h("h2", { id: `block-${id}-title` });
    this.room = h("div", { class: "block-room" });
    const about = { class: `block ${sort}-block card`, id: `block-${id}`, "aria-labelledby": `block-${id}-title`, dataset: { block: id } };
    this.element = h("section", about, this.title, this.room);
  }

  /**
   * Show a block, unless this very one is there: at once where its script is there, else as soon as it is.
   * @param {Block} block
   * @param {Table} table
   * @param {boolean} news
   */
  show(block, table, news) {
    const { game, seats, turn, reader } = table;
    const now = JSON.stringify([block, game, seats.map(({ name, colour }) => [name, colour]), block.pieces && turn, block.groups && reader]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.waits = true;
    setText(this.title, block.name);
    const draw = (sort) => {
      if (this.drawn !== now) return; // by then it is to show another one
      this.draw(sort, block, table, news);
      this.done();
    };
    const sort = ready.get(block.block);
    if (sort) draw(sort);
    else fetchSort(block.block).then(draw);
  }

  draw(sort, block, table, news) {
    this.waits = false;
    try {
      if (sort === null) throw new Error(`no script draws ${block.block}`);
      this.drawing ??= sort.open(this.room, this.done);
      this.drawing.show(block, table, news);
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
   * @param {{near?: HTMLElement, hand?: HTMLElement, wide?: HTMLElement, rest: HTMLElement, totals: HTMLElement}} rooms
   *   Where blocks go: near the top, beside what the reader may do, the largest one, all others, and the seats' rows.
   */
  constructor(rooms) {
    this.rooms = rooms;
    /** @type {Map<string, Card>} */
    this.cards = new Map();
    this.view = null;
    /** What makes blocks touchable: fetched with the first view that offers something. */
    this.touching = null;
    /** What was drawn is fitted once, when all of it is there. */
    this.unfitted = this.showing = false;
    /** What fits it, on a television: fetched with the first blocks. */
    this.fitting = null;
  }

  /** What draws a view. */
  fetch({ scene }) {
    return Promise.all((scene?.blocks ?? []).map(({ block }) => fetchSort(block)));
  }

  /** Show the scene of a view; `news`: the page has shown one of the same game before. */
  show(view, news) {
    this.view = view;
    const { scene, seats, things, game, turn, unit, wheel_page } = view;
    const blocks = scene.blocks.map((block) => besides(block, view)).filter(Boolean);
    const sorts = new Map(blocks.map(({ id, block }) => [id, block]));
    for (const [id, card] of this.cards) {
      if (news && sorts.get(id) === card.sort) continue;
      card.element.remove();
      this.cards.delete(id);
    }
    const table = { game, turn, seats, things, unit, wheel_page, reader: view.you?.seat };
    for (const block of blocks) {
      if (!this.cards.has(block.id)) this.cards.set(block.id, new Card(block, (card) => this.drawn(card)));
    }
    this.place(blocks, view);
    this.showing = true;
    for (const block of blocks) this.cards.get(block.id).show(block, table, news);
    this.showing = false;
    this.fitDrawn();
    this.head();
    this.touch(view);
    this.spin(view);
    for (const one of document.querySelectorAll(".block [data-seat]")) one.classList.toggle("on-turn", Number(one.dataset.seat) === turn);
  }

  drawn({ element, sort }) {
    this.touching?.mark(element);
    if (sort === "ring") this.spin(this.view);
    this.unfitted = true;
    this.fitDrawn();
  }

  /** Fit what was drawn, unless more is to come: to try sizes takes longer than anything else on a page. */
  fitDrawn() {
    if (!this.unfitted || this.showing || [...this.cards.values()].some(({ waits }) => waits)) return;
    this.unfitted = false;
    this.fit();
  }

  /** How the block of this id is drawn; null where it is not, or not yet. @returns {any} */
  drawingOf(id) {
    return this.cards.get(id)?.drawing ?? null;
  }

  /** Have touched what the offers of a view can use. */
  async touch(view) {
    if (this.touching === null && (view.offers?.length || view.mendable)) {
      const found = await fetched("/scripts/blocks/touching.js").catch(() => null);
      if (found !== null) this.touching ??= new found.Touching(document.querySelector("main"));
    }
    if (this.view === view) this.touching?.show(view);
  }

  /** Have the wheel turned by whoever may; where the reader has more to do than to look at it, it makes room. */
  async spin(view) {
    const card = [...this.cards.values()].find(({ sort }) => sort === "ring");
    if (!card || this.rooms.wide) return;
    const mine = (view.offers ?? []).some(({ whole, refused, touches = [] }) => whole && !refused && touches.includes("sector"));
    const busy = view.over || (view.offers ?? []).some(({ move, refused }) => move?.move !== "correct" && !refused);
    card.element.classList.toggle("aside", !mine && busy && Boolean(card.drawing?.ring?.rests || view.over));
    if (!card.drawing?.wheel) return;
    if (!card.drawing.hand) {
      if (!mine) return;
      const found = await fetched("/scripts/offers/spinning.js").catch(() => null);
      if (found === null) return; // the next view asks for it again
      if (!card.drawing.hand) new found.Spinning(card.drawing);
    }
    card.drawing.hand.show(this.view);
  }

  /** Put every card where it belongs; one that is there stays, so that nobody loses the button under the finger. */
  place(blocks, view) {
    const lots = new Map(Object.values(this.rooms).filter(Boolean).map((room) => [room, []]));
    for (const block of blocks) {
      const card = this.cards.get(block.id);
      const { element } = card;
      const room = this.roomOf(block, view);
      headed(card, block, view);
      if (block.block !== "purse") {
        if (block.id === view.scene.wide && room !== this.rooms.near) lots.get(room).unshift(element);
        else lots.get(room).push(element);
      } else if (element.parentElement !== room) room?.append(element);
    }
    for (const [room, elements] of lots) {
      if (room === this.rooms.totals) continue;
      elements.forEach((element, i) => room.children[i] !== element && room.insertBefore(element, room.children[i] ?? null));
    }
  }

  /** What is the reader's own stands under one heading. */
  head() {
    const { hand } = this.rooms;
    if (!hand) return;
    hand.parentElement.hidden = !hand.firstElementChild;
    const name = hand.querySelector("h2");
    if (name) setText(hand.parentElement.querySelector("summary h2"), name.textContent);
  }

  roomOf({ block, id, seat }, { scene, you }) {
    const { rest, near = rest, hand, wide, totals } = this.rooms;
    if (block === "purse") return totals.querySelector(`.total[data-seat="${seat}"] .purse-room`);
    if (block === "notes" || (!wide && WATCHED.includes(block))) return near;
    if (hand && seat && seat === you?.seat) return hand;
    if (id === scene.wide) return wide ?? rest;
    return id === scene.turn && !wide ? near : rest;
  }

  /** On a television all is seen at once: what lies beside the largest block is made as small as that takes. */
  async fit() {
    if (!this.rooms.wide) return;
    if (this.fitting === null) {
      const found = await fetched("/scripts/blocks/fitting.js").catch(() => null);
      if (found === null) this.unfitted = true; // the next view asks for it again
      else this.fitting ??= new found.Fitting(this.rooms.rest, this.cards);
    }
    this.fitting?.fit();
  }
}

/** A block without the badges that the page shows already. Null where nothing is left. */
function besides(block, { badges = [] }) {
  if (block.block !== "notes") return block;
  const notes = block.notes.filter(({ says }) => badges.every(({ text }) => text !== says));
  return notes.length > 0 ? { ...block, notes } : null;
}

/** Beside the name of what is one seat's stands its mark. */
function headed(card, { seat, block }, { seats, you }) {
  const sign = card.title.previousElementSibling;
  const wanted = seat && block !== "purse" && seat !== you?.seat ? seats[seat - 1] : null;
  if (sign && sign.dataset.colour !== wanted?.colour) sign.remove();
  if (wanted && !card.element.querySelector(":scope > .mark")) card.element.prepend(mark(wanted));
}
