import type { Answer } from '@trellis/operations';
import { z } from 'zod';
import { anyValue, asText, shortText, shortValue, thingId } from '../members.js';
import { tool, type Tool } from '../tool.js';

const outcome = z.object({
  status: z
    .string()
    .describe('`accepted`: sent, not confirmed yet; read the thing for `value` and `target`.'),
  output: anyValue.optional(),
  interaction: z.string().optional().describe('Pass it to read_outcome while it is pending.'),
  progress: z.record(z.string(), z.number()).optional(),
  problem: z
    .object({ title: z.string(), detail: z.string(), remedy: z.string().optional() })
    .optional(),
});

export const interactionTools: Tool[] = [
  tool({
    name: 'write_property',
    title: 'Write a property',
    description:
      'Sets a property of a thing, such as to switch on a lamp. It changes a real device. Read the thing first for the ' +
      'names, types and bounds of what can be written. It is done when the answer is `completed`, not when it is `accepted`.',
    access: 'svc.things.act',
    effect: 'sets',
    input: z.strictObject({
      thing: thingId,
      property: z.string(),
      value: anyValue,
      transition: z
        .number()
        .optional()
        .describe('How long the change takes (s), of a property with `transition`.'),
    }),
    output: outcome,
    argumentOf: { '': 'value' },
    async run({ callOperation }, { thing, property, value, transition }) {
      const answer = await callOperation('writeThingProperty', {
        params: { id: thing, name: property },
        query: { transition: asText(transition) },
        body: value ?? null,
      });
      return outcomeOf(answer);
    },
  }),
  tool({
    name: 'invoke_action',
    title: 'Invoke an action',
    description:
      'Has a thing perform one of its actions, which acts on a real device each time. Read the thing first for the names ' +
      'of actions and the schemas of their inputs.',
    access: 'svc.things.act',
    effect: 'acts',
    input: z.strictObject({
      thing: thingId,
      action: z.string(),
      input: anyValue.optional(),
      idempotency_key: z
        .string()
        .optional()
        .describe('With the same text, a repetition does not perform it again.'),
    }),
    output: outcome,
    argumentOf: { '/headers/Idempotency-Key': 'idempotency_key', '': 'input' },
    async run({ callOperation }, { thing, action, input, idempotency_key }) {
      const answer = await callOperation('invokeAction', {
        params: { id: thing, name: action },
        headers: { 'idempotency-key': idempotency_key },
        body: input,
      });
      return outcomeOf(answer);
    },
  }),
  tool({
    name: 'read_outcome',
    title: 'Read an outcome',
    description: 'How a write, an action or a command of many things ended that was pending.',
    access: 'svc.things.read',
    effect: 'reads',
    input: z.strictObject({ interaction: z.string() }),
    output: outcome,
    async run({ callOperation }, { interaction: id }) {
      const { body } = await callOperation('getInteraction', { params: { id } });
      const { status, output, problem, progress } = body as Interaction;
      return {
        status: shownStatus(body as Interaction),
        ...(status === 'pending' && { interaction: id }),
        ...(progress && { progress }),
        ...(output !== undefined && { output: shortValue(output) }),
        ...(problem && { problem: shown(problem) }),
      };
    },
  }),
];

type FailedWith = NonNullable<z.output<typeof outcome>['problem']>;

const shown = ({ title, detail, remedy }: FailedWith): FailedWith => ({
  title,
  detail: shortText(detail),
  ...(remedy !== undefined && { remedy }),
});

type Interaction = z.output<typeof outcome> & { id: string; operation?: string };

/** Returns the status of an interaction: a completed write is accepted by the technology, but not yet confirmed. */
const shownStatus = ({ status, operation }: Interaction): string =>
  status === 'completed' && operation?.startsWith('write') ? 'accepted' : status;

/** Returns the result of a write or an action, which is still running or not confirmed after 202. */
function outcomeOf({ status, body }: Answer): z.output<typeof outcome> {
  if (status === 202) {
    const { id } = body as Interaction;
    const shown = shownStatus(body as Interaction);
    return { status: shown, ...(shown === 'pending' && { interaction: id }) };
  }
  return { status: 'completed', ...(body !== undefined && { output: shortValue(body) }) };
}
