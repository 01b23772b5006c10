export { compileTemplate, createBudget, type Template } from './template.js';
export { toNumber } from './values.js';
export type { WorkKind } from './work.js';
