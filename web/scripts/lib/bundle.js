// What a bundled page has; companion/server/bundling.py puts another script in place of this one. Here it is nothing.

/** Address of the script and the stylesheet with all that is loaded later, without their endings. @type {string | null} */
export const LATER_BUNDLE = null;

/** Address of the script with all that is loaded once something is tapped. @type {string | null} */
export const TAPPED_BUNDLE = null;

/** The stylesheets that came with the page. @type {string[]} */
export const LOADED_STYLESHEETS = [];

/** The scripts that came with others, by their addresses. @type {Record<string, any>} */
export const LOADED_SCRIPTS = {};
