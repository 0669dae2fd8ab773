// The buzzer of the box through the reader's loudspeaker: quiet, and silent until the page was touched once.
const LOUDNESS = [0, 0.03, 0.08, 0.2];
const EDGE_S = 0.004;
const STORE = "companion-sound";

export class Sounds {
  /** `button` switches sounds on and off; the choice is kept in this browser. */
  constructor(button) {
    this.button = button;
    this.context = null;
    this.playing = null;
    this.on = recall();
    this.label();
    button.addEventListener("click", () => this.toggle());
    // Browsers allow sound only once somebody touched the page.
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => this.wake(), { capture: true });
  }

  /** Play notes of [Hz, milliseconds] in place of those that play; 0 Hz is a rest, volume 0 silence. */
  play(tune, volume) {
    this.stop();
    if (!this.on || this.context?.state !== "running" || !LOUDNESS[volume]) return;
    this.playing = this.context.createGain();
    this.playing.gain.value = LOUDNESS[volume];
    this.playing.connect(this.context.destination);
    let at = this.context.currentTime + 0.01;
    for (const [pitch, length] of tune) {
      if (pitch) this.note(pitch, at, length / 1000);
      at += length / 1000;
    }
  }

  note(pitch, at, length) {
    const wave = this.context.createOscillator();
    const shape = this.context.createGain();
    const edge = Math.min(EDGE_S, length / 3);
    wave.type = "triangle";
    wave.frequency.value = pitch;
    shape.gain.setValueAtTime(0, at);
    shape.gain.linearRampToValueAtTime(1, at + edge);
    shape.gain.setValueAtTime(1, at + length - edge);
    shape.gain.linearRampToValueAtTime(0, at + length);
    wave.connect(shape).connect(this.playing);
    wave.start(at);
    wave.stop(at + length);
  }

  stop() {
    this.playing?.disconnect();
    this.playing = null;
  }

  toggle() {
    this.on = !this.on;
    if (!this.on) this.stop();
    keep(this.on);
    this.label();
  }

  label() {
    this.button.setAttribute("aria-pressed", String(this.on));
  }

  wake() {
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
  }
}

function recall() {
  try {
    return localStorage.getItem(STORE) !== "off";
  } catch {
    return true;
  }
}

function keep(on) {
  try {
    localStorage.setItem(STORE, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing begins with sound each time.
  }
}
