export { backends, testBroker, type TestBroker } from './brokers.js';
export { createDatabase } from './database.js';
export { installed, startProgram, type RunningProgram } from './program.js';
export { startRedis, type TestRedis } from './redis.js';
export { waitFor } from './wait-for.js';
