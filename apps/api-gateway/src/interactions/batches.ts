import { anyJson, batchResult, maxBatchThings, plainText } from '@trellis/contracts';
import { listAnswer, pageOf, pageQuery, requireScope, invalidMember } from '@trellis/operations';
import { z } from 'zod';
import { answerBatch, batchAnswer, batchInput, defaultExpiry } from './answer-batch.js';
import { interactionTimeoutMs, propertyValues, transitionMember } from './interact.js';
import { type BatchRequest, planBatch, thingSelection, withBareThings } from './plan-batch.js';
import { batchResource, batchResultResource, batchResultToJson, batchToJson } from './resource.js';
import { operation, type Operation, problemsOf } from '../operation.js';

const read = {
  tag: 'Things',
  access: { scope: ['svc.things.read', 'svc.things.act'], subject: 'optional' },
} as const;
const act = { tag: 'Things', access: { scope: 'svc.things.act', subject: 'optional' } } as const;

/** How long things may wait for their turn at most (ms). */
const maxExpiryMs = 60 * 60_000;

/** The most that a value or input takes, which each thing is given (characters of JSON). */
const maxInputLength = 16 * 1024;

const isSmall = (input: unknown): boolean => JSON.stringify(input).length <= maxInputLength;
const tooLarge = `Must take at most ${maxInputLength} characters of JSON.`;

const commandInput = anyJson.refine(isSmall, tooLarge).optional();

const newBatch = z
  .strictObject({
    select: thingSelection,
    property: plainText.optional().describe('The property to write.'),
    value: commandInput,
    properties: propertyValues
      .refine(isSmall, tooLarge)
      .optional()
      .describe('Several properties to write, with their values.'),
    transition: transitionMember,
    action: plainText.optional().describe('The action to invoke.'),
    input: commandInput,
    expires: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('What has not begun by then fails; within the hour, in ten minutes by default.'),
  })
  .superRefine(({ property, value, properties, transition, action, input }, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    const [first, ...others] = Object.entries({ property, properties, action }).flatMap(
      ([name, given]) => (given === undefined ? [] : [name]),
    );
    if (first === undefined) refuse('property', 'Or `properties` or `action`: required.');
    for (const name of others) refuse(name, `Cannot be given together with \`${first}\`.`);
    if (property !== undefined && value === undefined) refuse('value', 'Required.');
    if (property === undefined && value !== undefined) refuse('value', 'Is of a property.');
    if (action !== undefined && transition !== undefined) refuse('transition', 'Is of properties.');
    if (action === undefined && input !== undefined) refuse('input', 'Is of an action.');
  })
  .meta({
    id: 'NewInteractionBatch',
    example: { select: { capability: 'switch' }, property: 'on', value: false },
  });

type NewBatch = z.output<typeof newBatch>;

export const interactionBatchOperations: Operation[] = [
  operation.post('/api/v1/interactions/batch', {
    ...act,
    id: 'startInteractionBatch',
    summary: 'Write properties, or invoke an action, of many things',
    description:
      `Of up to ${maxBatchThings} things, which are selected once, as \`GET /things\` does. Each is asked as if ` +
      'alone, a few of each creator at a time. Conditions and `dry_run` also need `svc.things.read`. ' +
      '`Prefer: wait=<seconds>` waits for the end.',
    input: {
      ...batchInput,
      body: newBatch,
      bareIds: ({ select, ...body }, forms) => ({ ...body, select: withBareThings(select, forms) }),
    },
    answer: {
      ...batchAnswer,
      problems: [...problemsOf('batches.start'), 'unknown_reference', 'rate_limited'],
    },
    limits: { timeoutMs: interactionTimeoutMs },
    audit: {
      resource: 'interaction',
      touches({ select: { things = [] } }, answer) {
        if (!answer) return { ids: things };
        const { id, progress } = answer.body as z.output<typeof batchResource>;
        const { failed, ...others } = progress;
        const succeeded = Object.values(others).reduce((sum, count) => sum + count, 0);
        return { ids: [id, ...things], items: { succeeded, failed } };
      },
    },
    async handle({ body: given, query, ...request }) {
      const requested = toRequest(given);
      // They reveal which things there are.
      if (query.dry_run || !given.select.things) requireScope('svc.things.read', request.bearer);
      const expires = expiryOf(given);
      const items = await request.inTurn(() => planBatch(request, requested));
      const { transition: transitionSeconds } = given;
      const isPreview = query.dry_run;
      return answerBatch(request, { ...requested, transitionSeconds, items, expires, isPreview });
    },
  }),
  operation.get('/api/v1/interactions/:id/results', {
    ...read,
    id: 'listInteractionResults',
    summary: 'Retrieve the results of a bulk command',
    description: 'The result of each thing of an interaction with many things.',
    input: {
      query: z.strictObject({
        ...pageQuery,
        status: batchResult.shape.status.optional().describe('Only these.'),
      }),
    },
    answer: { status: 200, body: z.array(batchResultResource) },
    async handle({ connectors, caller, params: { id }, query, hrefs, url }) {
      const { status } = query;
      const page = await connectors('batches.results', { caller, id, page: pageOf(query), status });
      return listAnswer(page, { base: hrefs.base, url }, (one) => batchResultToJson(one, hrefs));
    },
  }),
  operation.post('/api/v1/interactions/:id/cancel', {
    ...act,
    id: 'cancelInteractionBatch',
    summary: 'Cancel a bulk command',
    description: 'Things whose turn has not come are left alone; those that run end by themselves.',
    answer: { status: 200, body: batchResource },
    audit: { resource: 'interaction' },
    async handle({ connectors, caller, params: { id }, hrefs }) {
      return { body: batchToJson(await connectors('batches.cancel', { caller, id }), hrefs) };
    },
  }),
];

function toRequest({ select, property, value, properties, ...given }: NewBatch): BatchRequest {
  if (property !== undefined)
    return { select, operation: 'writeproperty', name: property, input: value };
  if (properties) return { select, operation: 'writemultipleproperties', input: properties };
  return { select, operation: 'invokeaction', name: given.action!, input: given.input };
}

/** Checked here, not as part of the body: a request may be repeated after that. */
function expiryOf({ expires }: NewBatch): string {
  if (expires === undefined) return defaultExpiry();
  const now = Date.now();
  const at = Date.parse(expires);
  if (at > now && at <= now + maxExpiryMs) return new Date(at).toISOString();
  const detail = 'Must be within the next hour.';
  throw invalidMember('/expires', detail, detail);
}
