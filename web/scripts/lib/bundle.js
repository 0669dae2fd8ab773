// What a page has that was bundled (companion/server/bundling.py), which puts another script in place of this: here, nothing.

/** Where all that is fetched later lies in one script and one sheet, but for the endings of their names. @type {string | null} */
export const LATER = null;

/** The sheets of styles that came in one with the page. @type {string[]} */
export const WORN = [];

/** The scripts that came in one with others, by their addresses. @type {Record<string, any>} */
export const HELD = {};
