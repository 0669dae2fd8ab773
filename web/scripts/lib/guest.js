// What a page for hosts shows to everybody else: how to become host, and the way there.
import { Refusal } from "./api.js";
import { setText } from "./dom.js";
import { join } from "../table/join.js";
import { sentence } from "./says.js";
import { openSheet } from "./sheet.js";

/**
 * Show what an error asks for: the code, where it is only hosts who may, or else the trouble in words. `again` is called
 * once this phone may have become host. Gives whether it was for want of being host.
 */
export function asksForHost(error, again) {
  const guest = document.getElementById("guest");
  const wanted = error instanceof Refusal && (error.status === 401 || error.error === "not_yours");
  if (!wanted) {
    const trouble = document.getElementById("trouble");
    setText(trouble, sentence(error));
    trouble.hidden = false;
    return false;
  }
  guest.hidden = false;
  guest.querySelector("button").onclick = () => {
    join({ seats: [] });
    openSheet()?.dialog.addEventListener("close", again, { once: true });
  };
  return true;
}
