export { asRole, roleOf, roles, schemas } from './roles.js';
export type { Queues } from './servers.js';
export { runProgram, startService } from './service.js';
export { startSystem, type System } from './system.js';
