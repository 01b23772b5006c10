export {
  isForeignKeyViolation,
  isStatementTimeout,
  isUniqueViolation,
  nameFailure,
} from './failure.js';
export { listMigrations, migrate } from './migrate.js';
export { fetchPage, toPage } from './paging.js';
export { openSchemaEngine } from './schema-engine.js';

export { openPool, prismaAdapter, type DatabaseAddress, type PoolOptions } from './pool.js';
