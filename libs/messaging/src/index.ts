export type { JobTimes } from './backends/backend.js';
export { connectRedis, redisNodes, type RedisClient } from './connect-redis.js';
export { connectBroker, type Broker } from './broker.js';
export { examineQueues } from './examine.js';
export { createCounts } from './fairness/counts.js';
export { createTurns, type Release } from './fairness/turns.js';
export { createHintSubscriber, publishHint, type SubscribeHints } from './hints.js';
export { backoffMs } from './jobs/backoff.js';
export {
  createJobQueue,
  startJobWorker,
  type Attempt,
  type DurableJob,
  type JobQueue,
} from './jobs/durable.js';
export {
  createScheduler,
  offsetMs,
  startScheduleWorker,
  untilNextSlotMs,
  type NewSchedule,
  type NextRun,
  type PreviousRun,
  type Schedule,
  type Scheduler,
} from './jobs/schedule.js';
export { batch } from './rpc/batch.js';
export { connectRpcClient, type RpcClient } from './rpc/call.js';
export { serve } from './rpc/serve.js';
export { memberErrors } from './rpc/validation.js';
export type { Tracer } from './tracer.js';
export { withTimeout } from './with-timeout.js';
