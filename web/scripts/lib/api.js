// Talks to the box: asks, previews, and sends commands so that each is done once, however often the network fails.
const PATIENCE_MS = 4000; // for one attempt of a command: its answer is the same whenever it comes
const LOOK_MS = 10000; // for a question, which is not asked again by itself
const AGAIN_MS = [250, 500, 1000]; // between attempts; the last one for as long as it takes

/** The box said no: `reason` is its sentence for the reader, `ruling` names the rule, `body` is all that it said. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body.reason ?? body.error ?? String(status));
    this.status = status;
    this.error = body.error ?? "broken";
    this.reason = body.reason ?? "";
    this.ruling = body.ruling ?? null;
    this.body = body;
  }
}

/** The box could not be reached, or did not answer in time. */
export class Unreachable extends Error {}

let flying = false;
let hurry = () => {}; // ends the pause before the next attempt
let attempt = null; // stops the attempt of a command that is on its way

/** What the box says at a path. Throws Refusal or Unreachable. */
export function get(path) {
  return ask(path, { headers: { Accept: "application/json" } }, LOOK_MS);
}

/** The same, with something to say. Asked once; may be asked again only if asking twice does no harm. */
export function post(path, body = {}) {
  return ask(path, posted(body), LOOK_MS);
}

/** What a reader saw when they decided: had another game been opened meanwhile, the command would not be meant for it. */
function seen(view) {
  return { expected_seq: view.seq, number: view.number };
}

/** What a command would do: nothing is written. */
export function preview(what, body, view) {
  return post("/api/preview", { ...seen(view), do: what, ...body });
}

/**
 * Send a command that was decided upon while looking at `view`. It is sent with the same id until it is answered, so it
 * is done once at most; `waiting(true)` is called when it could not be sent yet. Gives the answer, throws Refusal, and
 * gives null when another command of this phone is still on its way: a double tap is one.
 */
export async function command(what, body, view, waiting = () => {}) {
  if (flying) return null;
  flying = true;
  const sent = { id: randomId(), ...seen(view), do: what, ...body };
  let late = false;
  try {
    for (let failed = 0; ; failed++) {
      try {
        attempt = new AbortController();
        return await ask("/api/commands", posted(sent), PATIENCE_MS, attempt);
      } catch (error) {
        if (!passing(error)) throw error;
      }
      if (!late) waiting((late = true));
      await untilSeen();
      await pause(AGAIN_MS[Math.min(failed, AGAIN_MS.length - 1)]);
    }
  } finally {
    flying = false;
    attempt = null;
    if (late) waiting(false);
  }
}

/** Whether a command of this phone is on its way. */
export function busy() {
  return flying;
}

/** 32 hex digits that nobody else has. Browsers keep randomUUID from pages that come over plain HTTP. */
export function randomId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function posted(body) {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  };
}

export async function ask(path, options, patience, stop = new AbortController()) {
  const timer = setTimeout(() => stop.abort(), patience);
  let answer, body;
  try {
    answer = await fetch(path, { ...options, signal: stop.signal });
    body = await answer.json().catch((error) => {
      if (error instanceof SyntaxError) return {}; // not from us; its status says enough
      throw error;
    });
  } catch {
    throw new Unreachable(path);
  } finally {
    clearTimeout(timer);
  }
  if (!answer.ok) throw new Refusal(answer.status, body);
  return body;
}

/** Whether trying again may help: nobody answered, or a box that is just starting or stopping did. */
function passing(error) {
  return error instanceof Unreachable || (error instanceof Refusal && [502, 503, 504].includes(error.status));
}

/** Wait a little, less as soon as there is a reason to hope. */
function pause(milliseconds) {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    hurry = () => {
      clearTimeout(timer);
      done();
    };
  });
}

/** Wait until somebody looks at the page: a phone in a pocket tries nothing. */
function untilSeen() {
  if (!document.hidden) return Promise.resolve();
  return new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
}

/** Something may have changed: what was asked before a sleep may never be answered, and need not be waited for. */
function wake() {
  if (document.hidden) return;
  attempt?.abort();
  hurry();
}

for (const sign of ["online", "pageshow"]) addEventListener(sign, wake);
document.addEventListener("visibilitychange", wake);
