import { z } from 'zod';
import { caller, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { trialTimeouts } from '../timeouts.js';
import { clientError, clientStatus, clientWarning } from './client.js';
import { sealed } from './instances.js';
import { operationContent, operationRequest } from './operations.js';
import { requestedBy } from '../requester.js';
import { anyJson } from '../text.js';
import { thingState } from './thing.js';

/** An answer that a trial is given in place of sending a request. */
const pastedAnswer = z.strictObject({
  request: z
    .string()
    .max(64)
    .optional()
    .describe('The name of the request in the description; any if left out.'),
  url: z
    .string()
    .max(2_048)
    .optional()
    .describe('The URL that is answered, or its path and query. Without it, one request is.'),
  status: z.int().min(100).max(599).default(200),
  headers: z.record(z.string().max(64), z.string().max(1_024)).optional(),
  body: anyJson.optional().describe('JSON, or the whole body as a text.'),
});

/** The most answers of a trial. */
const maxAnswers = 100;
export const pastedAnswers = z.array(pastedAnswer).max(maxAnswers);

const bodyOnly = operationContent.omit({ headers: true });

/** The use that a description made of the answers, at most 64 KiB, without secrets. */
const trialExplanation = z.object({
  answers: z.array(
    z.object({
      request: z.string().describe('Its name in the description.'),
      address: z.string().optional(),
      status: z.number().int().optional(),
      received: operationContent.optional(),
      transformed: bodyOnly.optional().describe('What `transform` makes of it.'),
      error: z.string().optional().describe('Why there is none, or it is not used.'),
    }),
  ),
  paths: z.array(
    z.object({
      at: z.string().describe('Where it is in the description, such as `devices[0].id`.'),
      path: z.string().describe('The path, expression or text there.'),
      applied: z.number().int().describe('To how many values it was applied.'),
      found: z.number().int().describe('How many values it found.'),
      unusable: z.number().int().optional().describe('Of these, how many are no value.'),
      sample: z.array(z.string()).describe('Some of them, as JSON.'),
      existing: z
        .object({ path: z.string(), members: z.array(z.string()) })
        .optional()
        .describe('Where nothing is found: the part of the path that exists, and members there.'),
    }),
  ),
  stopped: z
    .object({ at: z.string(), why: z.string() })
    .optional()
    .describe('Where it went no further first.'),
  is_cut: z.boolean().describe('Whether something was left out because it is too long.'),
});
export type TrialExplanation = z.infer<typeof trialExplanation>;

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
  /** The exchanges with the remote technology, without secrets. */
  requests: z.array(operationRequest),
  /** Of connectors that are described by their configuration. */
  explanation: trialExplanation.optional(),
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
      /** Answers in place of requests: nothing is sent then. */
      answers: sealed.optional(),
      /** The agent through which it is polled. */
      via: uuid.optional(),
      ...requestedBy,
    }),
    output: connectorTrial,
    problems: [
      'unknown_connector_type',
      'unknown_reference',
      'invalid_configuration',
      'not_supported',
      'rate_limited',
    ],
    timeoutMs: trialTimeouts.callMs,
  },
});
