import { wholeAccount } from '@trellis/contracts';
import {
  deleting,
  deletingFromPartitions,
  erasing,
  ofErased,
  type ErasureStep,
} from '@trellis/database';
import { eraseFromAuditLog } from './audit-log.js';
import { changesOfResources, changesOfValues } from './changes.js';
import { eraseHistory } from './history.js';
import { eraseFromScenes, eraseRequesters } from './others.js';

const units = erasing(
  'units',
  `doomed AS (
    SELECT key, id FROM units WHERE ${ofErased('owner_subject')}
    ORDER BY key LIMIT $4 FOR UPDATE
  ), noted AS (
    INSERT INTO erased_resources (erasure, id, kind)
    SELECT $1, id, 'unit' FROM doomed ON CONFLICT DO NOTHING
  ), erased AS (
    DELETE FROM units USING doomed WHERE units.key = doomed.key RETURNING 1
  )`,
  500,
);

/** The ids and keys of things that were merged into one of the subject are erased, too: the history may have their values. */
const things = erasing(
  'things',
  `doomed AS (
    SELECT key, id FROM things WHERE ${ofErased('subject')}
    ORDER BY key LIMIT $4 FOR UPDATE
  ), noted AS (
    INSERT INTO erased_resources (erasure, id, kind, key)
    SELECT $1, id, 'thing', key FROM doomed
    UNION ALL
    SELECT $1, alias.id, 'thing', alias.key
    FROM thing_aliases alias JOIN doomed ON doomed.key = alias.thing_key
    ON CONFLICT DO NOTHING
  ), erased AS (
    DELETE FROM things USING doomed WHERE things.key = doomed.key RETURNING 1
  )`,
  500,
);

const outages = erasing(
  'outages',
  `erased AS (
    DELETE FROM client_outages WHERE (client_id, until) IN (
      SELECT outage.client_id, outage.until
      FROM erased_resources resource JOIN client_outages outage ON outage.client_id = resource.id
      WHERE resource.erasure = $1 AND resource.kind = 'client' LIMIT $4)
    RETURNING 1
  )`,
);

/**
 * The steps of a pass, in this order: resources first, whose removal is recorded in the changes, and the audit log last.
 * The next pass erases what other transactions add during this one.
 */
const subjectSteps: readonly ErasureStep[] = [
  deleting('model_imports', 'model_imports'),
  units,
  deleting('unit_links', 'unit_subjects'),
  things,
  deleting(undefined, 'subjects', ofErased('id')),
  eraseHistory,
  outages,
  eraseFromScenes,
  deleting('idempotency_records', 'requests'),
  eraseRequesters,
  changesOfResources,
  changesOfValues,
  eraseFromAuditLog,
];

const ofAccount = 'developer = $2';

/** Tombstones of clients stay: things that still arrive from them are refused. */
const accountOfClients = erasing(
  undefined,
  `erased AS (
    UPDATE clients SET developer = NULL WHERE id IN (
      SELECT id FROM clients WHERE ${ofAccount} LIMIT $4)
    RETURNING 1
  )`,
);

/** The steps of a pass over a whole account, whose audit log is deleted, too. */
const accountSteps: readonly ErasureStep[] = [
  deleting('model_imports', 'model_imports'),
  units,
  things,
  deleting('subjects', 'subjects', ofErased('id')),
  eraseHistory,
  outages,
  deleting('idempotency_records', 'requests'),
  deletingFromPartitions('events', 'changes'),
  deleting('audit_entries', 'audit_entries', ofAccount),
  deleting(undefined, 'history_pauses', ofAccount),
  deleting(undefined, 'retentions', ofAccount),
  accountOfClients,
  deleting(undefined, 'usage', ofAccount),
];

export const stepsOf = (subject: string): readonly ErasureStep[] =>
  subject === wholeAccount ? accountSteps : subjectSteps;
