// A set-up on its way: who plays, in which order and colours, by which options. Knows nothing of the page.
import { kept } from "./apart.js";

export const LONGEST_NAME = 40;

export class Plan {
  /** `games` as `/api/setup` gives them; `draft` is what `draft()` gave before, if anything. */
  constructor(games, draft = {}) {
    this.games = games;
    this.game = games.find((game) => game.id === draft.game) ?? games[0];
    this.players = (draft.players ?? []).slice(0, this.game.most);
    this.options = draft.options ?? {};
  }

  /** The same people, colours and options once more; `rematch` as `/api/setup` gives it, the order already turned. */
  static rematch(games, { game, seats, colours, options }) {
    const players = seats.map((name, seat) => ({ name, colours: colours[seat] ?? [] }));
    return new Plan(games, { game, players, options: without(options, "colours") });
  }

  /** What a page that is left and opened again begins with. */
  draft() {
    return { game: this.game.id, players: this.players, options: this.options };
  }

  get count() {
    return this.players.length;
  }

  get enough() {
    return this.count >= this.game.least;
  }

  get full() {
    return this.count >= this.game.most;
  }

  /** How many colours each seat has when this many play. */
  get each() {
    return this.game.coloured ? (this.game.colours_each[this.count] ?? 1) : 0;
  }

  /** The options that this many may choose. */
  get form() {
    return this.game.forms[this.count] ?? [];
  }

  /** The value of an option: as chosen, or as it is when nobody says anything. */
  value(option) {
    return this.options[option.name] ?? option.default;
  }

  play(id) {
    this.game = this.games.find((game) => game.id === id) ?? this.game;
    this.players = this.players.slice(0, this.game.most);
  }

  add(name) {
    this.players.push({ name, colours: [] });
  }

  rename(seat, name) {
    this.players[seat].name = name;
  }

  remove(seat) {
    this.players.splice(seat, 1);
  }

  /** Have a player play earlier (-1) or later (1). Seats count from 0 here. */
  move(seat, by) {
    const [player] = this.players.splice(seat, 1);
    this.players.splice(seat + by, 0, player);
  }

  /** What is wrong with a name for this seat (null: a new one): "empty", "long", "twice", or null. */
  fault(name, seat = null) {
    const key = folded(name);
    if (!key) return "empty";
    if ([...name.trim()].length > LONGEST_NAME) return "long";
    return this.players.some((player, other) => other !== seat && folded(player.name) === key) ? "twice" : null;
  }

  /** The remembered names of those who do not sit yet. */
  away(names) {
    const sitting = new Set(this.players.map((player) => folded(player.name)));
    return names.filter((name) => !sitting.has(folded(name)));
  }

  /** The colours of every seat: those chosen, and for the rest the first that are free, as the box does it. */
  colours() {
    const chosen = this.players.map((player) => player.colours.slice(0, this.each));
    for (let piece = 0; piece < this.each; piece++) {
      for (const mine of chosen) {
        if (mine.length > piece) continue;
        const taken = new Set(chosen.flat());
        mine.push(this.game.colours.find((colour) => !taken.has(colour.id)).id);
      }
    }
    return chosen;
  }

  /** Give a seat a colour; whoever had it gets the one that is free now. Gives the seat that changed too, or null. */
  choose(seat, piece, colour) {
    const colours = this.colours();
    const before = colours[seat][piece];
    const other = colours.findIndex((theirs, index) => theirs.some((one, at) => one === colour && !(index === seat && at === piece)));
    if (other >= 0) colours[other][colours[other].indexOf(colour)] = before;
    colours[seat][piece] = colour;
    this.players.forEach((player, index) => (player.colours = colours[index]));
    return other >= 0 && other !== seat ? other : null;
  }

  /** The command that begins the game: options that this many cannot choose are left out. */
  start() {
    const others = new Set(Object.values(this.game.forms).flat().map((option) => option.name));
    for (const option of this.form) others.delete(option.name);
    const options = Object.fromEntries(Object.entries(this.options).filter(([name]) => !others.has(name)));
    for (const option of this.form.filter(({ apart }) => apart)) {
      const value = kept(option, this.value(option));
      if (value === null) delete options[option.name];
      else options[option.name] = value;
    }
    if (this.game.coloured) options.colours = this.colours().map((mine) => (mine.length === 1 ? mine[0] : mine));
    return { game: this.game.id, seats: this.players.map((player) => player.name), options: { ...options, ...this.game.profile } };
  }
}

/** What is the same for two ways to write a name. */
function folded(name) {
  return name.trim().normalize("NFC").toLowerCase();
}

function without(options, name) {
  const { [name]: _, ...others } = options ?? {};
  return others;
}
