// The page of the simulated box: shows what the box's own lines and bus say, and tells it which keys are pushed.
import { Glass } from "./glass.js";
import { Keys } from "./keys.js";
import { Ring } from "./ring.js";
import { Sounds } from "../lib/sounds.js";

const AGAIN_MS = 500;

const banner = document.getElementById("lost");
const spoken = document.getElementById("spoken");
const lights = [...document.querySelectorAll(".light")];
const glass = new Glass(document.getElementById("glass"), document.getElementById("glass-room"));
const sounds = new Sounds(document.getElementById("sound"));
const buttons = document.querySelectorAll("[data-key]");
const keys = new Keys(buttons, post, () => tell("lost"));
keys.rollOver(document.getElementById("glass-room"));
const canvas = document.getElementById("ring"); // where there is a spinner
const ring = canvas && new Ring(canvas, document.getElementById("grip"));
let heard = null; // the number of the newest tune; null: none since the connection was made
let again = null;

async function post(key, down) {
  if (key === "spin" && down) ring?.turn();
  const answer = await fetch("/box/keys", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ key, down }),
    keepalive: true, // a key is let go even while the page goes away
  });
  if (answer.status === 403) location.reload();
  if (!answer.ok) console.warn(`the box refused ${key}: ${answer.status}`);
}

/** Show a state: all of it, or what the spinner shows, where nothing else has changed. */
function show(state) {
  if ("picture" in state) showBox(state);
  ring?.show(state.ring);
  for (const button of buttons) button.classList.toggle("lit", state.lit.includes(button.dataset.key));
}

function showBox(state) {
  glass.show(state.picture);
  for (const light of lights) {
    const on = state.lights[light.dataset.seat - 1] ?? false;
    light.classList.toggle("lit", on);
    light.setAttribute("aria-label", on ? light.dataset.on : light.dataset.off);
  }
  if (heard !== null && state.tune_number !== heard) sounds.play(state.tune, state.volume);
  heard = state.tune_number;
  read(state.spoken);
}

function read(lines) {
  const before = [...spoken.children].map((line) => line.textContent);
  if (before.join("\n") === lines.join("\n")) return;
  spoken.replaceChildren(
    ...lines.map((words) => {
      const line = document.createElement("p");
      line.textContent = words;
      return line;
    }),
  );
}

function tell(trouble) {
  banner.textContent = banner.dataset[trouble];
  banner.hidden = false;
  document.body.classList.add("asleep");
}

function connect() {
  clearTimeout(again);
  const events = new EventSource("/box/events");
  let opened = false;
  heard = null;
  events.onopen = () => {
    opened = true;
    banner.hidden = true;
    document.body.classList.remove("asleep");
    keys.startOver();
  };
  events.onmessage = (event) => show(JSON.parse(event.data));
  events.onerror = async () => {
    events.close();
    tell(opened ? "lost" : await reason());
    again = setTimeout(connect, AGAIN_MS);
  };
}

/** Why a stream was refused: the browser keeps that from us, so ask once more and listen to the status only. */
async function reason() {
  const stop = new AbortController();
  try {
    const answer = await fetch("/box/events", { signal: stop.signal });
    stop.abort();
    if (answer.status === 403) location.reload();
    return answer.status === 503 ? "crowded" : "lost";
  } catch {
    return "lost";
  }
}

addEventListener("pageshow", (event) => event.persisted && connect());
connect();
