// Saves what a link offers, once it is certain that the box answered: a login page of the network is no game.
import { isOurs, Refusal, Unreachable } from "./api.js";
import { errorSentence, say } from "./says.js";

const KEPT_MS = 60000; // how long a browser may take to fetch a saved file from memory

/**
 * Save a file under this name.
 * @param {Blob} content
 * @param {string} name
 */
export function saveFile(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/**
 * Return the file of an answer. Throws Refusal or Unreachable.
 * @param {Promise<Response>} request
 */
export async function fetchFile(request) {
  const answer = await request.catch(() => null);
  if (!answer || !isOurs(answer)) throw new Unreachable();
  if (!answer.ok) throw new Refusal(answer.status, await answer.json());
  return { answer, content: await answer.blob().catch(() => Promise.reject(new Unreachable())) };
}

/** @param {HTMLAnchorElement} link */
async function download(link) {
  try {
    const { answer, content } = await fetchFile(fetch(link.href));
    const [, suggested] = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") ?? "") ?? [];
    saveFile(content, link.download || suggested || "");
    say("");
  } catch (error) {
    say(errorSentence(error), "refused");
  }
}

addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[download]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || link.protocol === "blob:") return;
  event.preventDefault();
  download(link);
});
