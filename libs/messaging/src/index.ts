export type { JobTimes } from './bullmq-internals/job-store.js';
export { connectBroker, type Broker } from './broker.js';
export { connectRpcClient, type RpcClient } from './calls/client.js';
export { serve } from './calls/serve.js';
export { connectRedis, redisNodes, type RedisClient } from './connect-redis.js';
export { checkQueues } from './checks.js';
export type { SubscribeHints } from './hints.js';
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
export type { Tracer } from './tracer.js';
