import { lockUsageSql, statement } from '@trellis/database';

interface UsageRow {
  developer: string;
  used: string;
}

const developers = '(SELECT unnest($1::text[]) AS developer)';

/** Locks how many units developers have, and returns it: $1 developers. */
export const lockUnitCounts = statement<UsageRow>(
  'quotas.lock_units',
  lockUsageSql('units', developers),
);

/** Locks how many things developers have, and returns it: $1 developers. */
export const lockThingCounts = statement<UsageRow>(
  'quotas.lock_things',
  lockUsageSql('things', developers),
);
