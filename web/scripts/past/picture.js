// The page with one picture of a finished game: draws it, and shows it as a file that can be kept and sent.
import { byId } from "../lib/dom.js";
import { fontStyle, standaloneMarkup } from "../lib/standalone_svg.js";
import { formatNumber, t } from "../lib/words.js";
import { drawEvening, HEIGHT, WIDTH } from "./evening_picture.js";
import { eveningText, formatTimes } from "./past.js";

const NEAR = 24; // by how much a colour of the canvas may differ: some browsers change all colours a little

/** The table at its end. @type {api.TableView} */
const view = JSON.parse(byId("view").textContent);
/**
 * Day of its evening, day on which it began, its length, how close it was, what was special, and its record, in words;
 * empty if that is not known. And the name of the program.
 */
const { evening, morning, length, margin = "", unit, note = "", record = "", app = "" } = byId("picture").dataset;

/** Draw the picture and show it; return what to do with it. */
async function show() {
  const room = byId("drawing-room");
  const text = pictureText();
  const style = await fontStyle();
  const picture = await drawEvening(room, view, { margin, withUnit: unit !== undefined, note, date: foot(), record, app });
  const [markup, ground] = byDay(() => [standaloneMarkup(picture, text, style), getComputedStyle(room).backgroundColor]);
  room.remove();
  const drawn = URL.createObjectURL(new Blob([markup], { type: "image/svg+xml" }));
  const png = await toPng(drawn, ground).catch(() => null);
  const image = byId("picture", HTMLImageElement);
  image.alt = text;
  image.src = png ? URL.createObjectURL(png) : drawn;
  image.hidden = false;
  byId("places").hidden = true;
  const link = byId("save", HTMLAnchorElement);
  link.href = image.src;
  link.download = `${fileName()}.${png ? "png" : "svg"}`;
  link.textContent = t(png ? "page.picture.save" : "page.picture.save_svg");
  link.hidden = false;
  if (!png) return t("page.picture.no_png");
  return t(matchMedia("(hover: hover)").matches ? "page.picture.right_click" : "page.picture.hold");
}

/**
 * Return the result of some work in the colours of the day, whatever this phone's are. Nothing of that is seen: the page
 * is not painted meanwhile.
 * @template Result
 * @param {() => Result} work
 */
function byDay(work) {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  delete dataset.theme;
  const result = work();
  if (theme !== undefined) dataset.theme = theme;
  return result;
}

/**
 * Return a picture as PNG. Throws an Error if this browser cannot make one.
 * @param {string} address
 * @param {string} ground The colour of its upper left corner, as `rgb(1, 2, 3)`.
 * @returns {Promise<Blob>}
 */
async function toPng(address, ground) {
  const image = new Image(WIDTH, HEIGHT);
  await new Promise((done, failed) => Object.assign(image, { onload: done, onerror: failed, src: address }));
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(image, 0, 0, WIDTH, HEIGHT);
  // A browser that keeps pages from recognising it gives back other colours, or nothing but white.
  const { data } = context.getImageData(0, 0, 1, 1);
  const isOther = (ground.match(/\d+/g) ?? []).some((part, i) => Math.abs(Number(part) - data[i]) > NEAR);
  if (isOther) throw new Error("another picture");
  return new Promise((done, failed) => canvas.toBlob((png) => (png ? done(png) : failed(new Error("no file"))), "image/png"));
}

/** Return the content of the picture as a text. */
function pictureText() {
  const places = [...view.standings].sort((a, b) => a.rank - b.rank).map(({ rank, name, total, ties }) => {
    const result = [name, formatNumber(total ?? 0), ties].filter(Boolean).join(", ");
    return t("page.pair", { head: t("page.rank", { rank }), said: result });
  });
  return [view.title, view.headline, margin, note, ...places, record, foot()].map(sentence).filter(Boolean).join(" ");
}

/**
 * Return a text with a full stop, if it has no end of its own.
 * @param {string} text
 */
function sentence(text) {
  return /^$|[.!?]$/.test(text) ? text : `${text}.`;
}

/** Return the evening of the game, and how long it took; as far as that is known. */
function foot() {
  const date = evening ? eveningText(evening, morning) : "";
  return [date && date[0].toLocaleUpperCase() + date.slice(1), length].filter(Boolean).join(" · ");
}

/** Return the name of the file without its ending: `marco-polo-expedition-2026-11-28`. */
function fileName() {
  const title = view.title.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return [...title, evening || view.number].join("-");
}

formatTimes();
byId("said").textContent = t("page.picture.drawing");
byId("said").textContent = await show().catch((error) => {
  console.warn(error);
  return t("page.picture.failed");
});
