// The glass of the box: 128 by 64 points, each exactly as the chip holds it, enlarged by whole points of the device.
const LIT = [255, 229, 184, 255];
const MARGIN_PX = 4; // of the glass beside the picture, at least

export class Glass {
  /** `canvas` has one point for each of the picture; `room` is the element it may fill. */
  constructor(canvas, room) {
    this.canvas = canvas;
    this.room = room;
    // So few points, set one by one, are better off in plain memory than on a graphics card.
    this.context = canvas.getContext("2d", { willReadFrequently: true });
    new ResizeObserver(() => this.fit()).observe(room);
    addEventListener("resize", () => this.fit());
    this.fit();
  }

  /** Show a picture: base64 of its rows, eight points a byte, leftmost first. Dark points let the glass through. */
  show(picture) {
    const { width, height } = this.canvas;
    const bytes = atob(picture);
    const image = new ImageData(width, height);
    for (let point = 0; point < width * height; point++) {
      if (bytes.charCodeAt(point >> 3) & (0x80 >> (point & 7))) image.data.set(LIT, point * 4);
    }
    this.context.putImageData(image, 0, 0);
  }

  fit() {
    const ratio = devicePixelRatio || 1;
    const room = (this.room.clientWidth - 2 * MARGIN_PX) * ratio;
    const times = Math.max(1, Math.floor(room / this.canvas.width));
    this.canvas.style.width = `${(this.canvas.width * times) / ratio}px`;
  }
}
