export * from './abilities.js';
export * from './device-classes.js';
export * from './parts.js';
export * from './units.js';
