import { retentionsVersion, type Retentions } from '@trellis/contracts';
import { expectedBy, invalidMember, tagOf } from '@trellis/operations';
import { z } from 'zod';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';

const days = z.number().int().min(1).max(3_650).nullable();

const chosen = z.object({
  history_days: days.describe('Days for which past values of things are shown.'),
  activity_days: days.describe('Days for which the activity of clients is shown.'),
});

const retentionResource = chosen
  .extend({
    installation: z
      .object({ history_days: z.number().int(), activity_days: z.number().int() })
      .describe(
        'Those of the installation, which hold where the account has chosen none (`null`).',
      ),
  })
  .meta({
    id: 'Retention',
    example: {
      history_days: 3,
      activity_days: null,
      installation: { history_days: 7, activity_days: 14 },
    },
  });

const retentionPatch = z
  .strictObject(chosen.partial().shape)
  .meta({ id: 'RetentionPatch', example: { history_days: 3 } });

type Chosen = z.output<typeof retentionPatch>;

const read = { tag: 'Limits', access: { scope: 'svc.connector.read' } } as const;

export const retentionOperations: Operation[] = [
  operation.get('/api/v1/retention', {
    ...read,
    id: 'getRetention',
    summary: 'Retrieve retention',
    description: 'For how many days past values and activity are shown.',
    answer: { status: 200, body: retentionResource },
    handle: async (request) => toAnswer(await readRetentions(request)),
  }),
  operation.patch('/api/v1/retention', {
    ...read,
    access: { scope: 'svc.connector' },
    id: 'updateRetention',
    summary: 'Update retention',
    description:
      'Chooses fewer days than the installation has; `null` chooses none. What is older is hidden at once, deleted within a ' +
      'day, and cannot be restored.',
    input: { body: retentionPatch },
    answer: { status: 200, body: retentionResource, problems: problemsOf('retention.change') },
    audit: { resource: 'retention' },
    async handle({ body, ...request }) {
      const { connectors, caller, header } = request;
      const known = await readRetentions(request);
      for (const name of names) requireFewer(name, body[name], known[name].limit);
      const change = { developer: caller.developer, ...body, ...expectedBy(header) };
      return toAnswer(await connectors('retention.change', change));
    },
  }),
];

const names = ['history_days', 'activity_days'] as const;

function requireFewer(name: keyof Chosen, days: number | null | undefined, limit: number): void {
  if (days === undefined || days === null || days <= limit) return;
  throw invalidMember(`/${name}`, `Must be at most ${limit}, as the installation has.`);
}

type Needs = Pick<OperationRequest, 'units' | 'connectors' | 'caller'>;

/** Reads the retentions of an account. */
export async function readRetentions({
  units,
  connectors,
  caller: { developer },
}: Needs): Promise<Retentions> {
  const [history, activity] = await Promise.all([
    units('retention.read', { developer }),
    connectors('retention.read', { developer }),
  ]);
  return { history_days: history, activity_days: activity };
}

const toAnswer = (known: Retentions) => ({
  body: toJson(known),
  etag: tagOf(retentionsVersion(known), toJson(known)),
});

const toJson = ({ history_days: history, activity_days: activity }: Retentions) => ({
  history_days: history.days,
  activity_days: activity.days,
  installation: { history_days: history.limit, activity_days: activity.limit },
});
