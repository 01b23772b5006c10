export * from './call.js';
export * from './caller.js';
export * from './connectors.js';
export * from './problems.js';
export * from './text.js';
export * from './things.js';
export * from './units.js';
