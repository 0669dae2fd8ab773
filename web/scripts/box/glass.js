// The screen of the box behind its glass: 128 by 64 pixels, each as the chip holds it, enlarged to whole device pixels.
const LIT = [255, 229, 184, 255];
const MARGIN_PX = 4; // least margin of the glass beside the picture

export class Glass {
  /**
   * Create a dark screen.
   * @param {HTMLCanvasElement} canvas It has one point for each pixel of the picture.
   * @param {HTMLElement} room The element that it may fill.
   */
  constructor(canvas, room) {
    this.canvas = canvas;
    this.room = room;
    // So few pixels, set one by one, are better off in plain memory than on a graphics card.
    this.context = canvas.getContext("2d", { willReadFrequently: true });
    new ResizeObserver(() => this.fit()).observe(room);
    addEventListener("resize", () => this.fit());
    this.fit();
  }

  /**
   * Show a picture. Dark pixels let the glass through.
   * @param {string} picture As in `api.BoxView`.
   */
  show(picture) {
    const { width, height } = this.canvas;
    const bytes = atob(picture);
    const image = new ImageData(width, height);
    for (let pixel = 0; pixel < width * height; pixel++) {
      if (bytes.charCodeAt(pixel >> 3) & (0x80 >> (pixel & 7))) image.data.set(LIT, pixel * 4);
    }
    this.context?.putImageData(image, 0, 0);
  }

  fit() {
    const ratio = devicePixelRatio || 1;
    const room = (this.room.clientWidth - 2 * MARGIN_PX) * ratio;
    const times = Math.max(1, Math.floor(room / this.canvas.width));
    this.canvas.style.width = `${(this.canvas.width * times) / ratio}px`;
  }
}
