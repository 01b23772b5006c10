export {
  databaseProblem,
  isForeignKeyViolation,
  isStatementTimeout,
  isUniqueViolation,
} from './errors.js';
export { migrate } from './migrate.js';
export { pageRange, toPage } from './paging.js';
export { openPool, prismaAdapter, type DatabaseAddress } from './pool.js';
export { openSchemaEngine } from './schema-engine.js';
