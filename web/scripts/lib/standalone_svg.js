// Makes a drawing of the page a file of its own: without the page's styles, colours by name, and addresses.
import { svg } from "./dom.js";

/** @typedef {Record<string, string>} Values Values of properties, by their names. */

/** Properties that elements have from the element around them, and their values around a whole file. @type {Values} */
const INHERITED = {
  fill: "#000000",
  "fill-opacity": "1",
  "fill-rule": "nonzero",
  stroke: "none",
  "stroke-width": "1",
  "stroke-opacity": "1",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "stroke-dasharray": "none",
  "paint-order": "normal",
  "font-family": "",
  "font-size": "",
  "font-style": "normal",
  "font-variant": "normal",
  "font-weight": "400",
  "text-anchor": "start",
  visibility: "visible",
};
/** Properties that each element has for itself. @type {Values} */
const OWN = { opacity: "1", "stop-color": "#000000", "stop-opacity": "1", transform: "none" };
/** Properties with a colour, and where its opacity goes. @type {Values} */
const OPACITY_OF = { fill: "fill-opacity", stroke: "stroke-opacity", "stop-color": "stop-opacity" };
/** Attributes that say where something is, and how large. */
const GEOMETRY = [
  ...["cx", "cy", "d", "dx", "dy", "height", "offset", "points", "r", "rx", "ry", "transform", "viewBox", "width"],
  ...["x", "x1", "x2", "y", "y1", "y2", "gradientUnits", "gradientTransform", "preserveAspectRatio"],
];
const SHAPES = "circle, ellipse, line, path, polygon, polyline, rect";
/** What only a page needs: names for pointers and readers. */
const LEFT_OUT = ["desc", "metadata", "title"];

/**
 * Load the fonts of the page's styles, whether the page got them in time or not, and return the style with which a file
 * brings them along. Texts must be measured after this.
 */
export async function fontStyle() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule);
  const faces = await Promise.all(rules.map(async ({ style }) => {
    const family = style.getPropertyValue("font-family");
    const weight = style.getPropertyValue("font-weight");
    const address = /url\("?([^")]+)/.exec(style.getPropertyValue("src"))?.[1] ?? "";
    const bytes = await (await fetch(address)).arrayBuffer();
    document.fonts.add(await new FontFace(family.replaceAll('"', ""), bytes, { weight }).load());
    const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
    return `@font-face{font-family:${family};font-weight:${weight};src:url(data:font/woff2;base64,${btoa(letters)})}`;
  }));
  return faces.join("");
}

/**
 * Return the markup of a drawing as a file. Its elements have as attributes what the page's styles make of them.
 * @param {SVGSVGElement} drawing It is in the page and laid out, so that it has styles.
 * @param {string} title It is read aloud in place of the drawing.
 * @param {string} style It goes into the file as it is.
 */
export function standaloneMarkup(drawing, title, style) {
  const file = copied(drawing, INHERITED);
  if (!file) throw new Error("the drawing is not shown");
  file.prepend(svg("title", {}, title), svg("style", {}, style));
  return new XMLSerializer().serializeToString(file);
}

/**
 * Return a copy of an element with all that is seen of it; null if nothing is.
 * @param {Element} original
 * @param {Values} around The inherited values around the copy.
 * @returns {SVGElement | null}
 */
function copied(original, around) {
  if (!(original instanceof SVGElement) || LEFT_OUT.includes(original.localName)) return null;
  const computed = getComputedStyle(original);
  if (computed.display === "none") return null;
  const values = inFile(computed);
  if (original.matches(SHAPES) && isUnseen(values)) return null;
  const copy = document.createElementNS(original.namespaceURI, original.localName);
  for (const name of GEOMETRY) {
    const value = original.getAttribute(name);
    if (value !== null && name !== "transform") copy.setAttribute(name, value);
  }
  if (original.id) copy.id = original.id;
  for (const [name, initial] of Object.entries({ ...around, ...OWN })) {
    if (values[name] !== initial) copy.setAttribute(name, values[name]);
  }
  const inherited = Object.fromEntries(Object.keys(INHERITED).map((name) => [name, values[name]]));
  for (const child of original.childNodes) {
    if (child instanceof Text) copy.append(child.data);
    else if (child instanceof Element) copy.append(...[copied(child, inherited)].filter((node) => node !== null));
  }
  return /** @type {SVGElement} */ (copy);
}

/**
 * Return whether a shape with these values leaves no trace, as one that only catches fingers.
 * @param {Values} values
 */
function isUnseen(values) {
  const isPainted = ["fill", "stroke"].some((name) => values[name] !== "none" && Number(values[OPACITY_OF[name]]) > 0);
  return !isPainted || values.visibility === "hidden";
}

/**
 * Return the values of an element's properties as other programs read them, too.
 * @param {CSSStyleDeclaration} computed
 */
function inFile(computed) {
  /** @type {Values} */
  const values = {};
  for (const name of Object.keys({ ...INHERITED, ...OWN })) values[name] = plainValue(computed.getPropertyValue(name));
  for (const [name, opacity] of Object.entries(OPACITY_OF)) {
    const { colour, alpha } = plainColour(values[name] === "currentcolor" ? computed.color : values[name]);
    values[name] = colour;
    if (alpha < 1) values[opacity] = String(alpha * Number(values[opacity]));
  }
  return values;
}

/**
 * Return a value without the unit of pixels, and an address within the file without the page's.
 * @param {string} value
 */
function plainValue(value) {
  return value.replace(/(\d)px\b/g, "$1").replace(/url\("?[^"#)]*(#[^")]+)"?\)/g, "url($1)");
}

/**
 * Return a colour in six digits, and its opacity from 0 to 1. Other paints stay.
 * @param {string} value `rgb(1 2 3 / 40%)` and `color(srgb 0.1 0.2 0.3 / 0.4)` in any of their forms.
 */
function plainColour(value) {
  const parts = /^(rgba?\(|color\(srgb )(.*)\)$/.exec(value);
  if (!parts) return { colour: value, alpha: 1 };
  const [red, green, blue, alpha = 1] = parts[2].split(/[\s,/]+/).map(Number);
  const scale = parts[1].startsWith("color") ? 255 : 1;
  const digits = [red, green, blue].map((part) => Math.round(part * scale).toString(16).padStart(2, "0"));
  return { colour: `#${digits.join("")}`, alpha };
}
