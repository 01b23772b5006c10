export {
  boundedOutcomes,
  boundedBatchSql,
  boundedStatement,
  maxAnswerBytes,
  maxResourceBytes,
  queryBounded,
  sizedCallsSql,
  sizedItemsSql,
  type BoundedRow,
} from './answer-size.js';
export { firstDeadline, requireTimeLeft, withConnection, type Deadline } from './deadline.js';
export {
  deleting,
  deletingFromPartitions,
  eraseSome,
  erasing,
  ofErased,
  type Erased,
  afterFirstPass,
  type ErasureStep,
  type Pass,
} from './erasing.js';
export {
  databaseProblem,
  isCancelled,
  isForeignKeyViolation,
  isUniqueViolation,
} from './errors.js';
export { checkDatabase } from './checks.js';
export { migrate } from './migrate.js';
export { maxKey, pageRange, toPage } from './paging.js';
export { listPartitions, maintainPartitions, type PartitionedTable } from './partitions.js';
export { purgeInBatches } from './purge-in-batches.js';
export {
  purgeAccounts,
  readRetention,
  shownSinceSql,
  storeRetention,
  type ExpiredDays,
} from './retention.js';
export { createPurgeClock, type PurgeClock, type PurgeTime } from './purge-clock.js';
export {
  openPool,
  openStatementPool,
  prismaAdapter,
  type DatabaseAddress,
  type StatementTracer,
} from './pool.js';
export {
  columnsOf,
  inLockingTransaction,
  inTransaction,
  query,
  statement,
  type Statement,
} from './statement.js';
export { openSchemaEngine } from './schema-engine.js';
export { inTurn } from './in-turn.js';
export { fittingSql, lockUsageSql, readQuotas, type RefusedRow } from './usage.js';
