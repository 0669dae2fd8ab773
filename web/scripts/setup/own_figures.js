// The owner's own figures of a game, on the pages where they are copied: got once, and kept at once with every change.
import { get, post, Refusal } from "../lib/api.js";
import { asksForHost } from "../lib/guest.js";

/**
 * What is asked at this page's address, what is printed, and what the owner copied over it; null where this phone may
 * not see it, which the page then says.
 */
export async function copiedHere(again) {
  try {
    return await get(`/api/copied?address=${location.pathname.split("/").at(-1)}`);
  } catch (error) {
    asksForHost(error, again);
    return null;
  }
}

export class OwnFigures {
  /** `printed` are the shipped figures, `profile` the owner's tables over them; both as the game has them. */
  constructor({ printed, profile }) {
    this.printed = printed;
    this.profile = structuredClone(profile ?? {});
  }

  /** What stands at a path such as "track.ormuz": the owner's, or null. */
  own(path) {
    return at(this.profile, path) ?? null;
  }

  /** The same, or as printed. */
  figure(path) {
    return at(this.profile, path) ?? at(this.printed, path) ?? 0;
  }

  /** Set what stands at a path; null takes it away, and every table in which nothing stands then. */
  put(path, value) {
    const names = path.split(".");
    let table = this.profile;
    for (const name of names.slice(0, -1)) table = table[name] ??= {};
    if (value === null) delete table[names.at(-1)];
    else table[names.at(-1)] = value;
    prune(this.profile);
  }

  /** Set a figure; one that is as printed is no longer the owner's own. */
  setFigure(path, number) {
    this.put(path, number === (at(this.printed, path) ?? 0) ? null : number);
  }
}

function at(tables, path) {
  return path.split(".").reduce((table, name) => table?.[name], tables);
}

/** Take away tables in which nothing stands. */
function prune(tables) {
  for (const [name, value] of Object.entries(tables)) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) continue;
    prune(value);
    if (!Object.keys(value).length) delete tables[name];
  }
}

/**
 * Gives what is to be called after every change: it keeps `profile()`, one after the other, the last one last. `begins()`
 * is called first, then `kept()`, or `refused(error, where)` with the path of what the box does not take ("": none).
 */
export function keeper(game, { profile, begins, kept, refused }) {
  let saving = false;
  let changed = false; // something changed while the last was on its way
  return async () => {
    changed = true;
    if (saving) return;
    saving = true;
    begins();
    try {
      while (changed) {
        changed = false;
        await post("/api/profile", { game, profile: await profile() });
        if (!changed) await kept(); // and what is changed meanwhile is kept after it
      }
    } catch (error) {
      refused(error, error instanceof Refusal ? (error.body.where ?? "") : "");
    } finally {
      saving = false;
    }
  };
}
