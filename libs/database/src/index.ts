export { firstDeadline, requireTimeLeft, type Deadline } from './deadline.js';
export {
  databaseProblem,
  isCancelled,
  isForeignKeyViolation,
  isUniqueViolation,
} from './errors.js';
export { migrate } from './migrate.js';
export { pageRange, toPage } from './paging.js';
export { openPool, openStatementPool, prismaAdapter, type DatabaseAddress } from './pool.js';
export { inTransaction, query, statement, type Statement } from './statement.js';
export { openSchemaEngine } from './schema-engine.js';
