// The owner's wheel as data: its sectors as the profile of the game has them, over the trial wheel that is shipped.
export const FEWEST = 2;
export const MOST = 36;
export const POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
export const ATTACKS = { land: "bandit", sea: "corsair" };

export class OwnWheel {
  /** `printed` are the shipped figures, `profile` the owner's tables over them; both as the game has them. */
  constructor(printed, profile) {
    this.printed = printed;
    this.profile = structuredClone(profile ?? {});
  }

  /** The sectors as the profile writes them. */
  get sectors() {
    return this.profile.wheel?.sectors ?? this.printed.wheel.sectors;
  }

  /** "trial": nothing is copied; "unfinished": some of it is; "whole": the owner said that all of it is. */
  get state() {
    if (!this.profile.wheel?.sectors) return "trial";
    return this.profile.wheel.placeholder ? "unfinished" : "whole";
  }

  /** The sectors as the picture wants them: an attack is null, every one has its weight. */
  get shown() {
    const ring = (value) => (typeof value === "number" ? value : null);
    return this.sectors.map(({ land, sea, weight }) => ({ land: ring(land), sea: ring(sea), weight: weight ?? 1 }));
  }

  /** Have so many sectors; new ones are as the trial wheel's first. */
  resize(count) {
    const { sectors } = this.begun();
    while (sectors.length < count) sectors.push({ land: POINTS[0], sea: POINTS[0] });
    sectors.length = count;
  }

  /** Set what a ring of a sector shows: a number of spaces, or who attacks. */
  setRing(index, route, value) {
    this.begun().sectors[index][route] = value;
  }

  /** Set how wide a sector is; the usual width goes without saying. */
  setWeight(index, weight) {
    const sector = this.begun().sectors[index];
    if (weight === 1) delete sector.weight;
    else sector.weight = weight;
  }

  /** All of it is copied. */
  finish() {
    delete this.begun().placeholder;
  }

  /** Back to the trial wheel; the owner's other figures stay. */
  forget() {
    delete this.profile.wheel;
  }

  /** The owner's table of the wheel, begun with the trial one, and marked as such until it is finished. */
  begun() {
    this.profile.wheel ??= {};
    if (!this.profile.wheel.sectors) {
      this.profile.wheel.sectors = structuredClone(this.printed.wheel.sectors);
      this.profile.wheel.placeholder = true;
    }
    return this.profile.wheel;
  }
}
