import { lockUsageSql, statement } from '@trellis/database';

interface UsageRow {
  developer: string;
  used: string;
}

const developers = '(SELECT unnest($1::text[]) AS developer)';

export const lockUnitCounts = statement<UsageRow>(
  'quotas.lock_units',
  lockUsageSql('units', developers),
);

/** Locks the thing counts of developers and returns them: $1 developers. */
export const lockThingCounts = statement<UsageRow>(
  'quotas.lock_things',
  lockUsageSql('things', developers),
);
