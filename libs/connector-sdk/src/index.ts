export * from './connector.js';
export * from './egress.js';
export * from './failure.js';
