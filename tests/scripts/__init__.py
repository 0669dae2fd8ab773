"""Checks of the scripts in web/: TypeScript reads their JSDoc types, and ESLint its recommended rules."""
