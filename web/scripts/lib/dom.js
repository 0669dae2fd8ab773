// Small hands for building pages: elements made from words and numbers. What people typed is only ever text here.
const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes and children. `true` sets an empty attribute, `false`, `null` and `undefined` none; a
 * function under `onclick` and the like listens; `dataset` and `style` take objects. Children are nodes, lists of them,
 * or words and numbers, which become text; `null` and `false` are left out.
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** As `h`, for what is drawn: `svg("path", { d: "…" })`. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** One of our drawings: a copy of the one that the page brought in a template (`drawings.html`, macro `drawings`). */
export function drawing(name) {
  const found = document.getElementById("drawings")?.content.querySelector(`[data-drawing="${CSS.escape(name)}"]`);
  return found ? found.cloneNode(true) : svg("svg", { class: "drawing", "aria-hidden": "true" });
}

/** A copy of what a `<template>` of the page holds: its first element. */
export function copy(id) {
  return document.getElementById(id).content.firstElementChild.cloneNode(true);
}

/** Put text into an element only where it is another one, so that nothing is read aloud or selected anew. */
export function setText(element, text) {
  const wanted = String(text);
  if (element.textContent !== wanted) element.textContent = wanted;
}

/** Whether the reader asked for a page that keeps still. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (name === "dataset" || name === "style") set(element[name], value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  const there = (child) => child !== null && child !== undefined && child !== false;
  element.append(...children.flat(Infinity).filter(there));
  return element;
}

function set(target, values) {
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith("--")) target.setProperty(name, value);
    else target[name] = value;
  }
}

/**
 * How many pixels wide an element is, 0 where it is hidden: as it was laid out last, since to ask while the page changes has
 * all of it laid out once more. `changed` is called once it has another width.
 * @param {HTMLElement} element
 * @param {() => void} changed
 */
export function widthOf(element, changed) {
  let width = 0;
  new ResizeObserver(() => {
    if (element.clientWidth === width) return;
    width = element.clientWidth;
    changed();
  }).observe(element);
  return () => (element.checkVisibility() ? (width ||= element.clientWidth) : 0);
}
