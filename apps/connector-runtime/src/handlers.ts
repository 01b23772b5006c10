import { Problem, type connectorsContract } from '@trellis/contracts';
import type { Handlers } from '@trellis/messaging';
import { authenticateApp } from './apps/authenticate.js';
import { redeemTicket } from './authorization/begin.js';
import { completeAuthorization } from './authorization/complete.js';
import { listDeliveries, readDelivery, repeatDelivery } from './callbacks/deliveries.js';
import { putCallback, readCallback, removeCallback } from './callbacks/register.js';
import { createClient } from './clients/create.js';
import { listClients, readClient, readPlaces } from './clients/read.js';
import { listDescriptions, readDescription } from './descriptions/describe.js';
import { createInstance } from './instances/create.js';
import { listInstances, readInstance } from './instances/read.js';
import { previewInstanceRemoval, removeInstance } from './instances/remove.js';
import { readInteraction } from './interactions/read.js';
import { startInteraction } from './interactions/start.js';
import { previewClientRemoval, removeClient } from './removal/request.js';
import type { Runtime } from './runtime.js';

/** What answers each call of the contract. */
export function handlers(runtime: Runtime): Handlers<typeof connectorsContract> {
  return {
    'descriptions.list': async ({ page }) => listDescriptions(runtime.connectors, page),
    'descriptions.read': async ({ id }) => readDescription(runtime.connectors, id),

    'instances.create': (input) => createInstance(runtime, input),
    'instances.list': (input) => listInstances(runtime, input),
    'instances.read': (input) => readInstance(runtime, input),
    'instances.remove': (input) => removeInstance(runtime, input),
    'instances.preview_removal': (input) => previewInstanceRemoval(runtime, input),

    'clients.create': (input) => createClient(runtime, input),
    'clients.list': (input) => listClients(runtime, input),
    'clients.read': (input) => readClient(runtime, input),
    'clients.places': (input) => readPlaces(runtime, input),
    'clients.remove': (input) => removeClient(runtime, input),
    'clients.preview_removal': (input) => previewClientRemoval(runtime, input),

    'authorizations.begin': (input) => redeemTicket(runtime, input),
    'authorizations.complete': (input) => completeAuthorization(runtime, input),

    'interactions.start': (input) => startInteraction(runtime, input),
    'interactions.read': (input) => readInteraction(runtime, input),

    'callbacks.put': (input) => putCallback(runtime, input),
    'callbacks.read': (input) => readCallback(runtime, input),
    'callbacks.remove': (input) => removeCallback(runtime, input),
    'deliveries.list': (input) => listDeliveries(runtime, input),
    'deliveries.read': (input) => readDelivery(runtime, input),
    'deliveries.repeat': (input) => repeatDelivery(runtime, input),

    'apps.authenticate': (input) => authenticateApp(runtime, input),

    'health.check': async () => {
      await runtime.database.$queryRaw`SELECT 1`.catch(() => {
        throw new Problem('unavailable', 'The database is not available.');
      });
      return {};
    },
  };
}
