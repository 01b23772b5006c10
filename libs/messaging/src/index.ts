export type { JobTimes } from './backends/backend.js';
export { connectRedis, redisNodes, type RedisClient } from './connect-redis.js';
export { connectBroker, type Broker } from './broker.js';
export { checkQueues } from './checks.js';
export { createHintSubscriber, publishHint, type SubscribeHints } from './hints.js';
export {
  createJobQueue,
  startJobWorker,
  type Attempt,
  type DurableJob,
  type JobQueue,
} from './jobs/durable.js';
export {
  createScheduler,
  startScheduleWorker,
  type NewSchedule,
  type NextRun,
  type PreviousRun,
  type Schedule,
  type Scheduler,
} from './jobs/schedule.js';
export { connectRpcClient, type RpcClient } from './rpc/call.js';
export { serve } from './rpc/serve.js';
export type { Tracer } from './tracer.js';
