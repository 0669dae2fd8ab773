// What a page for hosts shows to everybody else: how to become host, and the way there.
import { join } from "../table/join.js";
import { Refusal } from "./api.js";
import { byId, find, setText } from "./dom.js";
import { errorSentence } from "./says.js";
import { currentSheet } from "./sheet.js";

/**
 * Ask for the code if only hosts may see the page; show any other error in words. Return whether a host is needed.
 * @param {unknown} error
 * @param {() => void} again Called once this phone may have become host.
 * @param {Parameters<typeof join>[0]} table
 */
export function askForHost(error, again, table = { seats: [] }) {
  const needsHost = error instanceof Refusal && (error.status === 401 || error.error === "not_yours");
  if (!needsHost) {
    const trouble = byId("trouble");
    setText(trouble, errorSentence(error));
    trouble.hidden = false;
    return false;
  }
  const guest = byId("guest");
  guest.hidden = false;
  find(guest, "button").onclick = () => {
    join(table);
    currentSheet()?.dialog.addEventListener("close", again, { once: true });
  };
  return true;
}
