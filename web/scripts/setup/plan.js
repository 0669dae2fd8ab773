// The beginning of a game as a plan: who plays, in which order and colours, by which options. It knows nothing of the page.
import { currentValue } from "./apart.js";
import { seatMarks } from "./seat_marks.js";

/**
 * @typedef {{name: string, colours: string[]}} Player A player with the chosen colours, if any.
 */

export const LONGEST_NAME = 40;

export class Plan {
  /**
   * Begin with a game and a plan of it.
   * @param {api.GameChoicesView} game
   * @param {api.RematchView} plan
   */
  constructor(game, { seats, colours, options }) {
    this.game = game;
    /** @type {Player[]} */
    this.players = seats.map((name, seat) => ({ name, colours: colours[seat] ?? [] }));
    /** @type {Record<string, any>} */
    this.options = { ...options };
    delete this.options.colours;
  }

  get count() {
    return this.players.length;
  }

  /** Number of colours of each seat, with this many players. */
  get coloursEach() {
    return this.game.coloured ? (this.game.colours_each[this.count] ?? 1) : 0;
  }

  /** The options that this many players may choose. */
  get form() {
    return this.game.forms[this.count] ?? [];
  }

  /**
   * Return the value of an option: as chosen, or its default.
   * @param {api.SetupFieldView} option
   */
  optionValue(option) {
    return this.options[option.name] ?? option.default;
  }

  /**
   * @param {number} seat
   * @param {string} name
   */
  rename(seat, name) {
    this.players[seat].name = name;
  }

  /**
   * Return what is wrong with the name of a seat; null if nothing is.
   * @param {string} name
   * @param {number} seat
   */
  nameFault(name, seat) {
    const key = normalizeName(name);
    if (!key) return "empty";
    if ([...name.trim()].length > LONGEST_NAME) return "long";
    return this.seatNamed(name, seat) === null ? null : "twice";
  }

  /**
   * Return the seat of this name, other than this one; null if there is none.
   * @param {string} name
   * @param {number} except
   */
  seatNamed(name, except) {
    const key = normalizeName(name);
    const seat = this.players.findIndex((player, other) => other !== except && normalizeName(player.name) === key);
    return seat < 0 ? null : seat;
  }

  /** Return the colours of each seat: those chosen, then the first free ones, as the box chooses them. */
  colours() {
    const colours = this.players.map((player) => player.colours.slice(0, this.coloursEach));
    for (let piece = 0; piece < this.coloursEach; piece++) {
      for (const own of colours) {
        if (own.length > piece) continue;
        const taken = new Set(colours.flat());
        const free = this.game.colours.find(({ id }) => !taken.has(id));
        if (free) own.push(free.id);
      }
    }
    return colours;
  }

  /**
   * Return the marks of the seats as the game will show them.
   * @param {string[][]} colours
   */
  marks(colours = this.colours()) {
    const firsts = colours.map((own, seat) => own[0] ?? this.game.colours[seat]?.id ?? ""); // where nobody chooses they go by the seats
    const shapes = Object.fromEntries(this.game.colours.map(({ id, shape }) => [id, shape]));
    return seatMarks(this.players.map((player) => player.name), firsts, shapes);
  }

  /**
   * Give a seat a colour; another seat that had it gets the one that is free now. Return that seat, or null.
   * @param {number} seat
   * @param {number} piece
   * @param {string} colour
   */
  chooseColour(seat, piece, colour) {
    const before = this.colours();
    const colours = this.coloursWith(seat, piece, colour);
    this.players.forEach((player, index) => (player.colours = colours[index]));
    const other = before.findIndex((own) => own.includes(colour));
    return other >= 0 && other !== seat ? other : null;
  }

  /**
   * Return the colours of each seat once a seat has chosen this one.
   * @param {number} seat
   * @param {number} piece
   * @param {string} colour
   */
  coloursWith(seat, piece, colour) {
    const colours = this.colours();
    const free = colours[seat][piece];
    const exchanged = colours.map((own) => own.map((id) => (id === colour ? free : id)));
    exchanged[seat][piece] = colour;
    return exchanged;
  }

  /** Return seats and options as a command has them, without options that this many players cannot choose. */
  startCommand() {
    const unavailable = new Set(Object.values(this.game.forms).flat().map((option) => option.name));
    for (const option of this.form) unavailable.delete(option.name);
    const options = Object.fromEntries(Object.entries(this.options).filter(([name]) => !unavailable.has(name)));
    for (const option of this.form) {
      if (!option.apart) continue;
      const value = currentValue(option.apart, this.optionValue(option));
      if (value === null) delete options[option.name];
      else options[option.name] = value;
    }
    if (this.game.coloured) options.colours = this.colours().map((own) => (own.length === 1 ? own[0] : own));
    return { game: this.game.id, seats: this.players.map((player) => player.name), options: { ...options, ...this.game.profile } };
  }
}

/**
 * Return a name in the form that all ways to write it share.
 * @param {string} name
 */
function normalizeName(name) {
  return name.trim().normalize("NFC").toLowerCase();
}
