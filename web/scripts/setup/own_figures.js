// The owner's own figures of a game, on the pages where they are copied: fetched once, and saved with every change.
import { get, post, Refusal } from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { askForHost } from "../lib/guest.js";

/** @typedef {Record<string, any>} Tables Figures in tables within tables, by name. */

/**
 * Return what this page asks, what is printed, and what the owner copied over it; null if this phone may not see it,
 * which the page then shows.
 * @template {api.CopiedHeadView} View
 * @param {() => void} again Called once this phone may have become host.
 * @returns {Promise<View | null>}
 */
export async function loadCopied(again) {
  try {
    const view = await get(`/api/copied?address=${location.pathname.split("/").at(-1)}`);
    byId("guest").hidden = byId("trouble").hidden = true;
    return view;
  } catch (error) {
    askForHost(error, again);
    return null;
  }
}

/** @typedef {string | string[]} Path Names of tables and at last of a figure, joined by dots or in a list. */

/**
 * Return the names of a path, from the outer table to the figure.
 * @param {Path} path
 */
function namesOf(path) {
  return typeof path === "string" ? path.split(".") : [...path];
}

/**
 * Return the figure at a path such as "track.ormuz"; undefined without one.
 * @param {Tables} tables
 * @param {Path} path
 * @returns {any}
 */
export function figureAt(tables, path) {
  return namesOf(path).reduce((table, name) => table?.[name], tables);
}

export class OwnFigures {
  /**
   * Begin with the printed figures, and with the owner's tables over them.
   * @param {Pick<api.CopiedHeadView, "printed" | "profile">} view
   */
  constructor({ printed, profile }) {
    this.printed = printed;
    this.profile = JSON.parse(JSON.stringify(profile));
  }

  /**
   * Return the owner's own figure at a path; null without one.
   * @param {Path} path
   */
  ownAt(path) {
    return figureAt(this.profile, path) ?? null;
  }

  /**
   * Return the owner's own figure at a path, or else the printed one.
   * @param {string} path
   */
  figureAt(path) {
    return figureAt(this.profile, path) ?? figureAt(this.printed, path) ?? 0;
  }

  /**
   * Set the owner's own figure at a path; null removes it, with every table that is empty then.
   * @param {Path} path
   * @param {any} value
   */
  setOwn(path, value) {
    const names = namesOf(path);
    const last = names.pop() ?? "";
    let table = this.profile;
    for (const name of names) table = table[name] ??= {};
    if (value === null) delete table[last];
    else table[last] = value;
    removeEmpty(this.profile);
  }

  /**
   * Set a figure; one that is as printed is no longer the owner's own.
   * @param {string} path
   * @param {number} number
   */
  setFigure(path, number) {
    this.setOwn(path, number === (figureAt(this.printed, path) ?? 0) ? null : number);
  }
}

/**
 * Remove empty tables.
 * @param {Tables} tables
 */
function removeEmpty(tables) {
  for (const [name, value] of Object.entries(tables)) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) continue;
    removeEmpty(value);
    if (!Object.keys(value).length) delete tables[name];
  }
}

/**
 * Return a function to be called after every change: it saves the owner's figures, one request after the other.
 * @param {string} game
 * @param {{
 *   profile: () => Tables | Promise<Tables>,
 *   onStart: () => void,
 *   onSaved: () => unknown,
 *   onRefused: (error: unknown, path: string) => void,
 * }} hooks `profile` returns the figures as they are to be saved. `onStart` is called first, then `onSaved`, or
 *   `onRefused` with the path of what the box does not take ("": none).
 */
export function createSaver(game, { profile, onStart, onSaved, onRefused }) {
  let isSaving = false;
  let hasChanged = false; // something changed while the last request was on its way
  return async () => {
    hasChanged = true;
    if (isSaving) return;
    isSaving = true;
    onStart();
    try {
      while (hasChanged) {
        hasChanged = false;
        await post("/api/profile", { game, profile: await profile() });
        if (!hasChanged) await onSaved(); // and what is changed meanwhile is saved after it
      }
    } catch (error) {
      onRefused(error, error instanceof Refusal ? (error.body.where ?? "") : "");
    } finally {
      isSaving = false;
    }
  };
}
