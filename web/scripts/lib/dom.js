// Builds pages: elements from words and numbers. What people typed is only ever text here.

/** @typedef {Node | string | number | boolean | null | undefined | readonly Child[] | (() => Child)} Child */

/**
 * Attributes of an element: `true` sets an empty one; `false`, `null` and `undefined` set none. `key` tells elements of one
 * parent apart when they are rendered again (`render.js`); an object that owns its element is its key.
 * @typedef {{
 *   [name: string]: any,
 *   key?: unknown,
 *   onclick?: (event: MouseEvent) => unknown,
 *   oninput?: (event: Event) => unknown,
 *   onchange?: (event: Event) => unknown,
 *   onload?: (event: Event) => unknown,
 *   onerror?: (event: Event) => unknown,
 *   onkeydown?: (event: KeyboardEvent) => unknown,
 *   onsubmit?: (event: SubmitEvent) => unknown,
 *   dataset?: Record<string, string | number | null | undefined>,
 *   style?: Record<string, string | number>,
 * }} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";

/** The keys of elements. @type {WeakMap<Node, unknown>} */
export const keys = new WeakMap();

/**
 * Return an element with attributes and children. A function under `onclick` and the like listens to that event. `null`
 * and `false` among the children are left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes ?? {}, children);
  return element;
}

/**
 * Return an element of a drawing: `svg("path", { d: "…" })`.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes ?? {}, children);
  return element;
}

/**
 * Return the element of the page with this id. Throws an Error where the page has none of this class.
 * @template {typeof HTMLElement} [Class=typeof HTMLElement]
 * @param {string} id
 * @param {Class} [cls]
 * @returns {InstanceType<Class>}
 */
export function byId(id, cls) {
  return checked(document.getElementById(id), id, cls);
}

/**
 * Return the first element below `root` that a selector matches. Throws an Error where there is none of this class.
 * @template {typeof HTMLElement} [Class=typeof HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {Class} [cls]
 * @returns {InstanceType<Class>}
 */
export function find(root, selector, cls) {
  return checked(root.querySelector(selector), selector, cls);
}

/**
 * Return all elements below `root` that a selector matches.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export function findAll(root, selector) {
  return [...root.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement);
}

/**
 * Return a copy of one of the program's drawings, which the page has in a template (`drawings.html`); empty without one.
 * @param {string} name
 * @returns {SVGElement}
 */
export function drawing(name) {
  const drawings = document.getElementById("drawings");
  const original = drawings instanceof HTMLTemplateElement && drawings.content.querySelector(`[data-drawing="${CSS.escape(name)}"]`);
  const copy = original && original.cloneNode(true);
  return copy instanceof SVGElement ? copy : svg("svg", { class: "drawing", "aria-hidden": "true" });
}

/**
 * Return a copy of the first element in a `<template>` of the page.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function copyTemplate(id) {
  const copy = byId(id, HTMLTemplateElement).content.firstElementChild?.cloneNode(true);
  if (copy instanceof HTMLElement) return copy;
  throw new Error(`the template ${id} is empty`);
}

/**
 * Set the text of an element, only if it differs, so that nothing is read aloud or selected again.
 * @param {Element} element
 * @param {string | number} text
 */
export function setText(element, text) {
  const wanted = String(text);
  if (element.textContent !== wanted) element.textContent = wanted;
}

/**
 * Return children as nodes; `null` and `false` among them are left out.
 * @param {readonly Child[]} children
 * @returns {ChildNode[]}
 */
export function nodesOf(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || typeof child === "boolean") return [];
    if (Array.isArray(child)) return nodesOf(child);
    if (typeof child === "function") return nodesOf([child()]);
    return [child instanceof Node ? /** @type {ChildNode} */ (child) : document.createTextNode(String(child))];
  });
}

/** Return whether the reader asked for a page that keeps still. */
export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Return a function that returns the width of an element in pixels, 0 while it is hidden. It is the width of the last
 * layout, because measuring while the page changes would lay all of it out again. `changed` is called after a change.
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
  // Phones from before 2024 know no checkVisibility.
  return () => (element.checkVisibility?.() ?? element.clientWidth ? (width ||= element.clientWidth) : 0);
}

/** Return how much larger than on a phone letters are: on a television all that is drawn grows with them. */
export function pageScale() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}

/**
 * @template {typeof HTMLElement} Class
 * @param {Element | null} element
 * @param {string} what
 * @param {Class} [cls]
 * @returns {InstanceType<Class>}
 */
function checked(element, what, cls) {
  if (element instanceof (cls ?? HTMLElement)) return /** @type {InstanceType<Class>} */ (element);
  throw new Error(`the page has no ${what}`);
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {Attributes} attributes
 * @param {readonly Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "key") keys.set(element, value);
    else if (typeof value === "function") Object.assign(element, { [name]: (/** @type {Event} */ event) => void value(event) });
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "style") setStyle(element.style, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodesOf(children));
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {Record<string, string | number>} values
 */
function setStyle(style, values) {
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith("--")) style.setProperty(name, String(value));
    else Object.assign(style, { [name]: value });
  }
}
