import type { Answer } from '@trellis/operations';
import { z } from 'zod';
import type {
  batchPreview,
  batchResource,
  batchResultResource,
} from '../../interactions/resource.js';
import { anyValue, asText, idOf, shortText } from '../members.js';
import { tool, type Tool, type ToolRequest } from '../tool.js';

/** The most things that an MCP client names; conditions select up to 1000. */
const maxNamed = 100;

/** The most things whose failures are shown. */
const maxFailures = 20;

/** How long the answer waits for the end (s): a message takes at most ten. */
const waitSeconds = 5;

const failure = z.object({ thing: z.string(), detail: z.string() });

const outcome = z.object({
  status: z.string(),
  progress: z.record(z.string(), z.number()).optional(),
  failed: z.array(failure),
  interaction: z.string().optional().describe('Pass it to read_outcome while it is pending.'),
  things: z.array(z.string()).optional(),
});
type Outcome = z.output<typeof outcome>;

export const bulkTools: Tool[] = [
  tool({
    name: 'command_things',
    title: 'Command many things at once',
    description:
      'Writes a property of many things, or invokes an action of each, such as to switch off the lamps of a floor. It ' +
      'changes real devices. Name the things, or select them and look at a `preview` first.',
    access: 'svc.things.act',
    effect: 'acts',
    input: z.strictObject({
      things: z.array(z.string()).min(1).max(maxNamed).optional(),
      below: z.string().optional().describe('Id of a unit.'),
      capability: z.string().optional(),
      property: z.string().optional(),
      value: anyValue.optional(),
      transition: z.number().optional().describe('Seconds.'),
      action: z.string().optional().describe('In place of a property.'),
      input: anyValue.optional(),
      preview: z.boolean().default(false).describe('Changes nothing.'),
    }),
    output: outcome,
    argumentOf: {
      '/select/things': 'things',
      '/select/below': 'below',
      '/select/capability': 'capability',
      '/select': 'things',
      '/property': 'property',
      '/value': 'value',
      '/transition': 'transition',
      '/action': 'action',
      '/input': 'input',
    },
    async run(request, { things, below, capability, preview, ...command }) {
      const answer = await request.callOperation('startInteractionBatch', {
        query: { dry_run: asText(preview || undefined) },
        headers: { prefer: `wait=${waitSeconds}` },
        body: { select: { things, below, capability }, ...command },
      });
      return preview ? toPreview(answer) : toOutcome(request, answer);
    },
  }),
];

function toPreview({ body }: Answer): Outcome {
  const { things } = body as z.output<typeof batchPreview>;
  const failed = things.flatMap(({ thing, problem }) =>
    problem ? [{ thing: idOf(thing), detail: shortText(problem.detail) }] : [],
  );
  const shown = things.slice(0, maxNamed).map(({ thing }) => idOf(thing));
  return {
    status: 'preview',
    progress: { things: things.length, failed: failed.length },
    things: shown,
    failed: failed.slice(0, maxFailures),
  };
}

async function toOutcome({ callOperation }: ToolRequest, { body }: Answer): Promise<Outcome> {
  const { id, status, progress } = body as z.output<typeof batchResource>;
  const isPending = status === 'pending';
  const failed = progress.failed > 0 ? await failuresOf(callOperation, id) : [];
  return { status, progress, failed, ...(isPending && { interaction: id }) };
}

async function failuresOf(
  callOperation: ToolRequest['callOperation'],
  id: string,
): Promise<Outcome['failed']> {
  const query = { status: 'failed', limit: String(maxFailures) };
  const { body } = await callOperation('listInteractionResults', { params: { id }, query });
  return (body as z.output<typeof batchResultResource>[]).map(({ thing, problem }) => ({
    thing: idOf(thing),
    detail: shortText(problem?.detail ?? ''),
  }));
}
