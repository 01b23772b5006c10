import { Problem, typeLimits, type TypeTrial } from '@trellis/contracts';
import { requireFittingClient } from '../clients/client-schema.js';
import { tryClient, type TrialNeeds } from '../clients/trial/try-client.js';
import { sampleClients } from '../instances/sample.js';
import type { Client, Instance } from '../generated/prisma/client.js';

/** Polls clients of an instance with another description, of which nothing is stored. */
export async function tryOnClients(needs: TrialNeeds, instance: Instance): Promise<TypeTrial[]> {
  const clients = await sampleClients(needs.database, instance, typeLimits.trials);
  return Promise.all(clients.map((client) => tryOn(needs, { ...client, instance })));
}

async function tryOn(
  needs: TrialNeeds,
  client: Client & { instance: Instance },
): Promise<TypeTrial> {
  const { id } = client;
  try {
    requireFittingClient(needs, client);
    const { discovery } = await tryClient(needs, client);
    return { client: id, found: discovery?.entities.length };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [first] = error.extras.errors ?? [];
    return { client: id, error: { code: error.code, detail: first?.detail ?? error.message } };
  }
}

/** Throws `trial_failed`, which names the clients that would fail. */
export function requireSuccess(trials: TypeTrial[]): void {
  const failing = trials.filter(({ error }) => error !== undefined);
  if (failing.length === 0) return;
  const detail = `${failing.length} of ${trials.length} clients that tried the version would fail.`;
  throw new Problem('trial_failed', detail, {
    errors: failing.map(({ client, error }) => ({
      pointer: '/configuration',
      detail: `Client ${client}: ${error!.detail}`,
    })),
    trials,
  });
}
