export { areKeys, deriveSecrets, generateKey } from './keys.js';
export { type Purpose } from './purposes.js';
export { createSealing, UnknownKeyError, type Binding, type Sealing } from './sealing.js';
