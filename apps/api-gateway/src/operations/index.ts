import type { Operation } from '../http/operation.js';
import { connectorOperations } from './connectors.js';
import { healthOperations } from './health.js';
import { subjectOperations } from './subjects.js';
import { thingOperations } from './things.js';
import { tokenOperations } from './tokens.js';
import { unitPropertyOperations } from './unit-properties.js';
import { unitReferenceOperations } from './unit-references.js';
import { unitOperations } from './units.js';

/** Every endpoint there is. */
export const operations: readonly Operation[] = [
  ...connectorOperations,
  ...unitOperations,
  ...unitReferenceOperations,
  ...unitPropertyOperations,
  ...subjectOperations,
  ...thingOperations,
  ...tokenOperations,
  ...healthOperations,
];
