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

  /** Whether anything is copied over the printed wheel. */
  get copied() {
    return Boolean(this.profile.wheel?.sectors);
  }

  /** "trial": nobody's wheel yet; "unfinished": some of it is copied; "whole": the owner's, copied or from a file. */
  get state() {
    if (!this.copied) return this.printed.wheel.placeholder ? "trial" : "whole";
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

  /** All of it is copied: no trial, whatever the wheel under it says of itself. */
  finish() {
    this.begun().placeholder = false;
  }

  /** Back to the wheel that lies under the copy; the owner's other figures stay. */
  forget() {
    delete this.profile.wheel;
  }

  /** The owner's table of the wheel, begun with the printed one, and marked as a trial until it is finished. */
  begun() {
    this.profile.wheel ??= {};
    if (!this.copied) {
      this.profile.wheel.sectors = structuredClone(this.printed.wheel.sectors);
      this.profile.wheel.placeholder = true;
    }
    return this.profile.wheel;
  }
}
