export { connectBroker, type Broker, type BrokerAddress } from './broker.js';
export { connectClient, type CallOptions, type Client } from './call.js';
export { publishHint, subscribeHints } from './hints.js';
export { serve, type CallContext, type Handlers, type ServeOptions } from './serve.js';
export {
  backoffDelay,
  durableQueue,
  work,
  type Attempt,
  type DurableJob,
  type WorkOptions,
} from './durable.js';
export {
  offsetWithin,
  runSchedules,
  schedules,
  untilNextSlot,
  type NextRun,
  type RunOptions,
  type Schedule,
} from './schedule.js';
export { jsonPointer, memberErrors, parseInput } from './validation.js';
