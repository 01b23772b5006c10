export { backends, testBroker, type TestBroker } from './brokers.js';
export { createDatabase } from './database.js';
export { startMosquitto, type MosquittoOptions, type TestMosquitto } from './mosquitto.js';
export { installed } from './program.js';
export { startRedis, type TestRedis } from './redis.js';
export { waitFor } from './wait-for.js';
export { allScopes, newAccount, request, signToken, type Account, type ApiAnswer } from './api.js';
export { launch, startStack, type ServiceName, type Stack, type StackOptions } from './stack.js';
