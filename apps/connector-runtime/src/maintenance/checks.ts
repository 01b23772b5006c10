import type { CheckResult } from '@trellis/contracts';
import type { Broker } from '@trellis/messaging';
import type { Sealing } from '@trellis/sealing';
import { pollSchedule } from '../queues.js';
import { countClients } from '../read-metrics.js';
import type { Runtime } from '../runtime.js';
import { readSecretsHealth } from './rotation/progress.js';

/** Checks whether all sealed texts can be opened with the configured keys. */
export async function checkKeys(
  { database }: Pick<Runtime, 'database'>,
  sealing: Sealing,
): Promise<CheckResult[]> {
  const { current_key: current, unknown_keys: unknown } = await readSecretsHealth(
    database,
    sealing,
  );
  const what = 'keys';
  if (unknown.length === 0)
    return [{ what, found: `All secrets can be decrypted; ${current} encrypts.` }];
  const found = `Secrets are encrypted with keys that are not configured: ${unknown.join(', ')}.`;
  return [{ what, found, remedy: 'Append those keys to SECRETS_KEYS.' }];
}

interface Needs extends Pick<Runtime, 'database' | 'registry'> {
  broker: Pick<Broker, 'countJobs'>;
}

/** Checks whether every client has a schedule, and whether removals progress. */
export async function checkSchedules(needs: Needs): Promise<CheckResult[]> {
  const { database, broker, registry } = needs;
  const [{ expected }, polls, removals] = await Promise.all([
    countClients(database, registry),
    broker.countJobs(pollSchedule.queue),
    broker.countJobs('removals'),
  ]);
  const scheduled = polls.waiting + polls.delayed + polls.active;
  return [
    {
      what: 'schedules',
      found: `${scheduled} for ${expected} clients.`,
      ...(scheduled < expected && {
        remedy:
          'Start connector-runtime: its reconciliation adds what is missing, within a minute. If it runs, ' +
          'look for `reconciliation failed` in its log.',
      }),
    },
    {
      what: 'removals',
      found: `${removals.delayed + removals.waiting} are under way, ${removals.failed} have failed.`,
      ...(removals.failed > 0 && {
        remedy: 'See why in the log (`removal attempt failed`), then repeat the DELETE.',
      }),
    },
  ];
}
