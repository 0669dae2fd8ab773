// The owner's Expedition board as data: the printed figures, with what was copied laid over them.
export const KINDS = ["one_good", "identical_goods", "all_goods", "drivers", "one_colour", "all_colours"];
export const PRINTED_COUNT = { one_good: 1, identical_goods: 3, all_goods: 4, drivers: 2, one_colour: 3, all_colours: 5 };
export const CITIES = ["ganzhou", "dadu"];

export class OwnBoard {
  /** `printed` are the shipped figures, `profile` the owner's tables over them; both as the game has them. */
  constructor(printed, profile) {
    this.printed = printed;
    this.profile = structuredClone(profile ?? {});
  }

  figure(table, name) {
    return this.profile[table]?.[name] ?? this.printed[table][name];
  }

  /** Set a figure of a table; one that is as printed is no longer the owner's own. */
  setFigure(table, name, number) {
    this.put([table], name, number === this.printed[table][name] ? undefined : number);
  }

  /** What a city's tally pays, as [space, gold] from the city outwards, and one space more that pays nothing yet. */
  tally(city) {
    const [low, high] = this.stretch(city);
    const pays = { ...this.printed.tally[city], ...this.profile.tally?.[city] };
    const paying = Object.entries(pays).filter(([space, gold]) => gold > 0 && space >= low && space <= high);
    const last = Math.max(Math.min(high, ...paying.map(([space]) => Number(space))) - 1, low);
    return Array.from({ length: high - last + 1 }, (_, at) => [high - at, pays[high - at] ?? 0]);
  }

  setTally(city, space, gold) {
    const printed = this.printed.tally[city][space] ?? 0;
    this.put(["tally", city], space, gold === printed ? undefined : gold);
  }

  /** The first and last space that a city's tally may pay. */
  stretch(city) {
    const [ormuz, ganzhou, dadu] = ["ormuz", "ganzhou", "dadu"].map((name) => this.figure("track", name));
    return city === "ganzhou" ? [ormuz, ganzhou] : [ganzhou + 1, dadu];
  }

  /** The spaces that camels step onto, first to last. */
  get spaces() {
    const first = this.figure("track", "ormuz") + 1;
    return Array.from({ length: Math.max(0, this.figure("track", "dadu") - first + 1) }, (_, at) => first + at);
  }

  /** The name of a space that is a city, or null. */
  city(space) {
    return CITIES.find((city) => this.figure("track", city) === space) ?? null;
  }

  /** The kind of symbol of a space, null where nobody noted one. */
  symbol(space) {
    return this.profile.requirements?.[space]?.kind ?? null;
  }

  setSymbol(space, kind) {
    this.put(["requirements"], space, kind ? { kind, count: PRINTED_COUNT[kind] } : undefined);
  }

  /** The crate of a space: 1, 2, 0 for none, null where nobody noted it. The cities hold none. */
  crate(space) {
    return this.city(space) ? 0 : (this.profile.crates?.[space] ?? null);
  }

  setCrate(space, value) {
    this.put(["crates"], space, value ?? undefined);
  }

  /** Whether anything is noted of a space. */
  noted(space) {
    return this.symbol(space) !== null || (this.profile.crates?.[space] ?? null) !== null;
  }

  /** Whether all that can be copied of a space is. */
  whole(space) {
    return this.symbol(space) !== null && this.crate(space) !== null;
  }

  put(tables, name, value) {
    let table = this.profile;
    for (const key of tables) table = table[key] ??= {};
    if (value === undefined) delete table[name];
    else table[name] = value;
    prune(this.profile);
  }
}

/** Take away tables in which nothing stands. */
function prune(tables) {
  for (const [name, value] of Object.entries(tables)) {
    if (value === null || typeof value !== "object") continue;
    prune(value);
    if (!Object.keys(value).length) delete tables[name];
  }
}
