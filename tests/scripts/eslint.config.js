// The recommended rules, for scripts of pages.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  { languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser } },
];
