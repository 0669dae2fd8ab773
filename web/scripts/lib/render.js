// Renders a part of the page again: what is drawn as before stays.
import { keys, nodesOf } from "./dom.js";

/** The listeners that `h` sets. */
const LISTENERS = /** @type {const} */ (["onclick", "oninput", "onchange", "onload", "onerror", "onkeydown", "onsubmit"]);

/** JSON of the values that were seen last, by what they belong to. @type {WeakMap<object, string>} */
const lastValues = new WeakMap();

/**
 * Give an element these children, as `replaceChildren` does, but keep its present ones where they match: those with the same
 * key, and of those without a key equal ones, then others with the same tag. They get the new attributes, listeners and
 * children. So the focus, what is half typed, what is folded open and the tap of a finger stay.
 *
 * A new child that matches is thrown away, so its listeners must not refer to elements that were made with it. An element
 * that an object keeps and changes has that object as its key: then it is never thrown away.
 *
 * If the focused element is gone, its parent takes the focus if it can, so that no other button gets the next press. Where
 * a kept element is put into one that is made again, pass a function that returns the children: it loses the focus then.
 * @param {Element} parent
 * @param {...import("./dom.js").Child} children
 */
export function render(parent, ...children) {
  const { activeElement } = document;
  const focused = activeElement instanceof HTMLElement && parent.contains(activeElement) ? activeElement : null;
  renderNodes(parent, nodesOf(children));
  if (!focused || focused === document.activeElement) return;
  const next = parent.contains(focused) ? focused : parent.closest("[tabindex]");
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/**
 * Return whether a value differs from the one before, compared as JSON.
 * @param {object} owner What the value belongs to.
 * @param {unknown} value
 */
export function hasChanged(owner, value) {
  const json = JSON.stringify(value);
  const before = lastValues.get(owner);
  lastValues.set(owner, json);
  return json !== before;
}

/**
 * Return whether two values are the same as JSON.
 * @param {unknown} first
 * @param {unknown} second
 */
export function isSameJson(first, second) {
  return JSON.stringify(first) === JSON.stringify(second);
}

/**
 * @param {Element} parent
 * @param {ChildNode[]} nodes
 */
function renderNodes(parent, nodes) {
  const unmatched = new Set(parent.childNodes);
  /** The present node that stays for a new one. @type {Map<ChildNode, ChildNode>} */
  const kept = new Map();
  for (const node of nodes) if (unmatched.delete(node)) kept.set(node, node);
  for (const isMatch of [isAlike, isOfSameKind]) {
    for (const node of nodes) {
      const match = !kept.has(node) && [...unmatched].find((present) => isMatch(present, node));
      if (!match) continue;
      unmatched.delete(match);
      kept.set(node, match);
    }
  }
  for (const node of unmatched) node.remove();
  let next = parent.firstChild;
  for (const node of nodes) {
    const shown = kept.get(node) ?? node;
    if (shown === next) next = next.nextSibling;
    else parent.insertBefore(shown, next);
    if (shown !== node) update(shown, node);
  }
}

/** @param {Node} present @param {Node} node */
function isAlike(present, node) {
  return isOfSameKind(present, node) && (keys.has(node) || present.isEqualNode(node));
}

/** @param {Node} present @param {Node} node */
function isOfSameKind(present, node) {
  if (present.nodeName !== node.nodeName || keys.get(present) !== keys.get(node)) return false;
  if (present instanceof HTMLInputElement && node instanceof HTMLInputElement) return present.type === node.type;
  if (!(present instanceof SVGElement && node instanceof SVGElement)) return true;
  const { drawing, hue } = node.dataset; // the file of a new one is still on the way
  const isSameDrawing = drawing && present.dataset.drawing === drawing && present.dataset.hue === hue;
  return isSameDrawing ? present.childElementCount > 0 : present.isEqualNode(node);
}

/**
 * Make a present node like a new one. What its reader did to it stays: the value of an input, an open fold.
 * @param {ChildNode} present
 * @param {ChildNode} node
 */
function update(present, node) {
  if (present instanceof CharacterData && node instanceof CharacterData) {
    if (present.data !== node.data) present.data = node.data;
  } else if (present instanceof HTMLElement && node instanceof HTMLElement) {
    for (const { name } of [...present.attributes]) {
      if (name !== "open" && !node.hasAttribute(name)) present.removeAttribute(name);
    }
    for (const { name, value } of node.attributes) {
      if (name === "style") present.style.cssText = value; // a policy forbids the attribute
      else if (present.getAttribute(name) !== value) present.setAttribute(name, value);
    }
    for (const name of LISTENERS) Object.assign(present, { [name]: node[name] });
    renderNodes(present, [...node.childNodes]);
  }
}
