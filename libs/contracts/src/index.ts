export * from './call.js';
export * from './problems.js';
