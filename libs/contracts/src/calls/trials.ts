import { z } from 'zod';
import { caller, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { trialTimeouts } from '../timeouts.js';
import { clientError, clientStatus, clientWarning } from './clients.js';
import { sealed } from './instances.js';
import { thingState } from './things.js';

/** The result of one poll with configurations that are not stored. */
export const connectorTrial = z.object({
  /** The status of a client with these configurations after its first poll. */
  status: clientStatus.exclude(['STARTING']),
  error: clientError.omit({ since: true }).optional(),
  warnings: z.array(clientWarning),
  complete: z.boolean(),
  /** The number of devices, the first of which are in `devices`. */
  found: z.number().int(),
  devices: z.array(thingState.extend({ connector_thing_id: z.string() })),
});
export type ConnectorTrial = z.infer<typeof connectorTrial>;

export const trialCalls = defineCalls({
  /** Polls once with the configurations, and stores nothing. */
  'trials.run': {
    input: z.object({
      caller,
      /** The id that the encrypted configurations are bound to. */
      id: uuid,
      connector_type_id: z.string(),
      instance_configuration: sealed,
      client_configuration: sealed,
    }),
    output: connectorTrial,
    problems: ['unknown_connector_type', 'invalid_configuration', 'not_supported', 'rate_limited'],
    timeoutMs: trialTimeouts.callMs,
  },
});
