export * from '../net/testing/hostile.js';
export * from './context.js';
export * from './kit.js';
export * from './peer.js';
export { toEntity } from '../entity.js';
