export * from './context.js';
export * from './hostile.js';
export * from './kit.js';
