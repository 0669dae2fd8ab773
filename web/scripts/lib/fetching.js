// Fetches what a page needs only later, by its address: scripts, and sheets of styles.
import { h } from "./dom.js";

/** How often a script was asked for in vain. @type {Map<string, number>} */
const lost = new Map();

/** The script at this address; where the network lost it, it may be asked for again. @returns {Promise<any>} */
export async function fetched(path) {
  const again = lost.get(path) ?? 0; // under its own name a browser may go on telling that it is not there
  try {
    return await import(again ? `${path}?again=${again}` : path);
  } catch (error) {
    lost.set(path, again + 1);
    throw error;
  }
}

/** Have the page take a sheet of styles, unless it has it. */
export function dressed(path) {
  if (document.querySelector(`link[href="${path}"]`)) return Promise.resolve();
  return new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href: path, onload: done, onerror: done })));
}
