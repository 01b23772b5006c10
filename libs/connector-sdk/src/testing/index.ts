export * from './context.js';
export * from '../net/testing/hostile.js';
export * from './kit.js';
