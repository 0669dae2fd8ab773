// The cards of chance on the page of the table: the wheel, who announces and throws it, and the dice of a fight.
import { command } from "./api.js";
import { button } from "./buttons.js";
import { Chance } from "./chance.js";
import { Die } from "./dice.js";
import { drawing, h, put, still } from "./dom.js";
import { playForm } from "./later.js";
import { mark } from "./parts.js";
import { sentence } from "./reasons.js";
import { say, waiting, whose } from "./says.js";
import { Sounds } from "./sounds.js";
import { throwing } from "./throwing.js";
import { lean, seenEnough } from "./watched.js";
import { attackSign, shown, Wheel } from "./wheel.js";
import { figure, t } from "./words.js";

const TICK = [[1400, 14]]; // Hz, milliseconds
const QUIET = 1;
const FULL_MS = 1600; // a throw that was held so long goes round most often
const FEWEST_TURNS = 2;
const MORE_TURNS = 2;

const at = (id) => document.getElementById(id);

export class Roulette {
  constructor() {
    const card = at("chance-card");
    this.chance = card && new Chance(card);
    const bell = at("wheel-sound");
    this.sounds = bell && new Sounds(bell);
    this.card = at("wheel-card");
    this.wheel = new Wheel(at("wheel"), () => this.mine && this.sounds?.play(TICK, QUIET));
    this.call = at("wheel-call"); // where one announces; a television has none
    this.result = at("wheel-result");
    this.fightCard = at("fight-card");
    this.view = null;
    this.route = null; // announced on this phone, not thrown yet
    this.mine = false; // what turns was thrown here
    this.thrown = false; // a throw of this phone is on its way, or its wheel turns
    this.turns = FEWEST_TURNS;
    this.moving = null; // what turns or tumbles now: {finish}
    this.drawn = "";
    if (this.call) this.makeThrow();
  }

  /** Whether a view brings something that is to be watched, so that nothing may tell before how it ends. */
  brings(view, news) {
    const fresh = isNew(view, news, view.wheel.spin, news?.wheel?.spin) || isNew(view, news, view.fight, news?.fight);
    return fresh && !still() && !document.hidden;
  }

  /** Whether what moves now is still the newest of a view, such as when somebody joins. */
  goesOn(view) {
    const news = ({ number, entry, wheel, fight }) => JSON.stringify([number, entry, wheel?.spin, fight]);
    return this.moving !== null && news(view) === news(this.view);
  }

  /** Show a view; `rested` is called once what it brought lies still, if that was to be watched. */
  show(view, news, rested = () => {}) {
    const spin = isNew(view, news, view.wheel.spin, news?.wheel?.spin);
    const fight = isNew(view, news, view.fight, news?.fight);
    const watched = this.brings(view, news);
    const goesOn = this.goesOn(view);
    this.view = view;
    if (goesOn) return;
    this.end();
    this.card.hidden = false;
    this.chance?.show(view);
    this.wheel.lay(view.wheel.sectors);
    for (const element of document.querySelectorAll(".wheel-trial")) element.hidden = !view.wheel.placeholder;
    if (spin && watched) this.turn(rested);
    else if (fight && watched) this.roll(rested);
    else this.settle();
  }

  // What lies still.

  /** Show all of the view as it is. */
  settle() {
    const { spin } = this.view.wheel;
    this.moving = null;
    this.thrown = false;
    document.documentElement.classList.remove("turning");
    if (!this.throw?.classList.contains("held")) {
      if (spin) this.wheel.stand(spin.sector, lean(spin.entry));
      else this.wheel.stop();
    }
    const mine = this.mayThrow();
    if (!mine) this.route = null;
    if (mine) this.wheel.announce(this.route);
    else this.wheel.announce(spin?.route ?? null, spin?.sector ?? null);
    this.showHub(mine ? null : spin);
    this.card.classList.toggle("aside", Boolean(this.call && !mine && spin && (this.view.actions.length || this.view.over)));
    this.showCall(mine);
    this.showFight();
  }

  showHub(spin) {
    const { hub } = this.wheel;
    hub.classList.toggle("attacked", spin?.points === null);
    if (!this.mayThrow()) hub.replaceChildren(...resultOf(spin));
    else if (hub.firstElementChild !== this.throw) hub.replaceChildren(this.throw);
    const bonus = spin && withBonus(spin, this.view.wheel.sectors);
    put(this.result, spin ? [spin.text, bonus, spin.typed && t("page.wheel.by_hand"), spin.again && t("page.wheel.same_again")].filter(Boolean).join(" · ") : "");
  }

  // What moves.

  async turn(rested) {
    const { spin } = this.view.wheel;
    this.moving = this.wheel;
    this.mine = this.thrown;
    document.documentElement.classList.add("turning");
    this.wheel.announce(spin.route);
    this.wheel.hub.replaceChildren(drawing(spin.route === "sea" ? "ship" : "camel"));
    this.wheel.hub.classList.remove("attacked");
    put(this.result, "");
    this.showCall(false);
    this.card.classList.remove("aside");
    this.fightCard.hidden = true;
    const turns = this.mine ? this.turns : FEWEST_TURNS + 1;
    const awake = seenEnough(() => this.wheel.finish());
    const good = await this.wheel.turn(spin.sector, lean(spin.entry), turns);
    awake();
    if (good && this.moving === this.wheel) this.rest(rested);
  }

  async roll(rested) {
    const { fight } = this.view;
    const moving = (this.moving = { finish: () => rolls.forEach((one) => one.finish()) });
    document.documentElement.classList.add("turning");
    this.showCall(false);
    this.layFight(fight);
    put(at("fight-told"), "");
    const rolls = this.dice.map((die, i) => die.roll([fight.white, fight.black][i]));
    const awake = seenEnough(moving.finish);
    await Promise.allSettled(rolls.map((one) => one.done));
    awake();
    if (this.moving === moving) this.rest(rested);
  }

  rest(rested) {
    this.settle();
    rested();
  }

  /** The table goes on: nothing that moved is waited for. */
  end() {
    const moving = this.moving;
    this.moving = null;
    moving?.finish();
    if (moving) document.documentElement.classList.remove("turning");
  }

  // Announcing and throwing.

  /** Whether this phone may spin the wheel, and for whom. */
  mayThrow() {
    const spins = this.view.actions?.filter(({ move, refused }) => move.move === "spin" && !refused) ?? [];
    return this.call && spins.length ? spins[0].seat : null;
  }

  makeThrow() {
    this.throw = h("button", { type: "button", class: "throw" }, h("b", {}, t("page.wheel.throw")), h("span", {}, t("page.wheel.hold")));
    this.inputs = ["land", "sea"].map((route) => {
      const input = h("input", { type: "radio", name: "route", value: route });
      input.addEventListener("change", () => this.announced(route));
      return input;
    });
    const signs = [drawing("camel"), drawing("ship")];
    const cards = this.inputs.map((input, i) => {
      const words = h("span", {}, t(`page.wheel.${input.value}`));
      return h("label", { class: `choice-card route ${input.value}` }, input, signs[i], words);
    });
    this.callTitle = h("legend", {}, t("page.wheel.which"));
    this.typed = button("quiet", () => this.type("spin"), t("page.wheel.typed"));
    this.call.replaceChildren(h("fieldset", { class: "routes" }, this.callTitle, cards));
    at("wheel-typed").replaceChildren(this.typed);
    throwing(this.throw, {
      ready: () => this.ready(),
      wind: () => {
        this.mine = true;
        this.wheel.wind();
      },
      unwind: () => this.wheel.unwind(),
      release: (held) => this.release(held),
    });
  }

  showCall(seat) {
    if (!this.call) return;
    this.call.hidden = at("wheel-typed").hidden = !seat;
    if (!seat) return;
    const other = this.view.you.seat !== seat;
    this.callTitle.replaceChildren(...(other ? [whose(this.view, seat), " "] : []), t("page.wheel.which"));
    for (const input of this.inputs) input.checked = input.value === this.route;
    this.throw.setAttribute("aria-disabled", String(this.route === null));
  }

  announced(route) {
    this.route = route;
    this.wheel.announce(route);
    this.throw.setAttribute("aria-disabled", "false");
  }

  ready() {
    if (this.thrown || !this.mayThrow()) return false;
    if (this.route === null) {
      say(t("page.wheel.announce"), "refused");
      this.inputs[0].focus({ preventScroll: true });
      return false;
    }
    return true;
  }

  async release(held) {
    this.turns = FEWEST_TURNS + Math.round((MORE_TURNS * Math.min(held, FULL_MS)) / FULL_MS);
    this.wheel.free();
    await this.send(this.mayThrow(), { move: "spin", route: this.route });
  }

  /** Send a move that chance decides. Whatever comes of it is in the next view. */
  async send(seat, move) {
    if (this.thrown) return;
    this.thrown = true;
    this.throw.setAttribute("aria-disabled", "true");
    try {
      if (await command("play", { seat, move }, this.view, waiting)) return;
    } catch (error) {
      say(sentence(error), "refused");
    }
    this.thrown = false;
    this.wheel.unwind();
    this.showCall(this.mayThrow());
  }

  /** Type in what the real wheel or the real dice showed. */
  type(kind) {
    const option = this.view.options.find(({ move, refused }) => move === kind && !refused);
    const chosen = kind === "spin" && this.route ? { route: this.route } : {};
    if (option) playForm(this.view, option.seat, kind, option.text, undefined, chosen);
  }

  // The fight.

  showFight() {
    const { wheel, fight, actions } = this.view;
    const due = wheel.awaits?.what === "fight";
    const fresh = fight && fight.entry > (wheel.spin?.entry ?? 0) && !due;
    this.fightCard.hidden = !due && !fresh;
    if (this.fightCard.hidden) return;
    this.layFight(fresh ? fight : { seat: wheel.awaits.seat, faces: wheel.awaits.faces });
    const may = due && actions?.find(({ move, refused }) => move.move === "fight" && !refused);
    const told = fresh ? [fight.text, fight.typed && t("page.wheel.by_hand"), fight.again && t("page.wheel.same_again")].filter(Boolean).join(" · ") : "";
    put(at("fight-told"), fresh ? told : may ? "" : t("page.fight.waits", { name: this.view.seats[wheel.awaits.seat - 1].name }));
    at("fight-acts")?.replaceChildren(...(may ? this.fightActs(may.seat) : []));
  }

  fightActs(seat) {
    const go = button("play", () => this.send(seat, { move: "fight" }), t("page.fight.go"));
    return [go, button("quiet", () => this.type("fight"), t("page.fight.typed"))];
  }

  /** Lay the dice of a fight out: rolled or not, with who has won. */
  layFight({ seat, faces, white = null, black = null, won }) {
    const route = this.view.wheel.spin?.route ?? "land";
    const whites = this.view.seats[seat - 1];
    this.fightCard.hidden = false;
    this.dice = ["white", "black"].map((kind, i) => new Die(kind, faces[i]));
    [white, black].forEach((value, i) => this.dice[i].show(value));
    const sign = white === null ? "" : white > black ? ">" : white === black ? "=" : "<";
    put(at("fight-title"), t(`page.fight.${route}`));
    const name = h("span", { class: "whose" }, mark(whites), h("span", { class: "side-name" }, whites.name));
    const foes = h("span", {}, attackSign(route), " ", t(`page.wheel.${route === "sea" ? "corsairs" : "bandits"}`));
    const sides = [
      h("div", { class: "side", dataset: { won: String(won === true) } }, this.dice[0].element, name),
      h("b", { class: "against", "aria-hidden": "true" }, sign),
      h("div", { class: "side", dataset: { won: String(won === false) } }, this.dice[1].element, foes),
    ];
    at("fight-dice").replaceChildren(...sides);
    this.fightCard.dataset.won = won === undefined ? "" : String(won);
    at("fight-acts")?.replaceChildren();
  }
}

/** Whether a result is the newest of a table that the page has shown already. */
function isNew(view, news, now, before) {
  if (!news || news.number !== view.number || !now || now.entry !== view.entry) return false;
  return JSON.stringify(now) !== JSON.stringify(before ?? null) && news.seq !== view.seq;
}

/** How the spaces come about where a rule of the house adds to what the wheel shows; "" where none does. */
function withBonus(spin, sectors) {
  const ring = sectors[spin.sector][spin.route];
  return ring !== null && spin.points > ring ? `${figure(ring)} + ${figure(spin.points - ring)}` : "";
}

/** What stands in the middle of a wheel that rests. */
function resultOf(spin) {
  if (!spin) return [drawing("wind_rose")];
  if (spin.points === null) return [attackSign(spin.route) ?? h("b", {}, "×"), h("span", {}, shown({ [spin.route]: null }, spin.route))];
  return [h("b", {}, figure(spin.points)), h("span", {}, t(`page.wheel.${spin.route}`))];
}
