export { compileTemplate, createBudget, type Template } from './template.js';
export { isNotFinite, toNumber } from './values.js';
export type { WorkKind } from './work.js';
