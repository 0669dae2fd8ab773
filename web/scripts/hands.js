// Fetches what shows purses and hands with the first view that has any: other games need none of it.
import { dressed } from "./dom.js";

let hand = null;
let fetching = false;
let newest = null;

async function show(view) {
  newest = view;
  if (hand !== null) {
    hand.show(view);
    return;
  }
  if (!view.hands || fetching) return;
  fetching = true;
  const found = await import("./hand.js").catch(() => null);
  if (found !== null) await dressed("/styles/hand.css");
  fetching = false;
  if (found === null) return; // the next view asks for it again
  hand = found;
  hand.show(newest);
}

document.addEventListener("companion:view", (event) => show(event.detail));
if (document.companionView) show(document.companionView);
