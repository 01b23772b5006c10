import { isPrivateType, mergePatch, Problem, roles, type Caller } from '@trellis/contracts';
import { z } from 'zod';
import { readRetentions } from '../accounts/retention.js';
import { operation, type Operation, problemsOf } from '../operation.js';
import {
  type Copying,
  type CopyNeeds,
  maxInstances,
  outcome,
  type Outcome,
  toOutcome,
} from './copy-outcome.js';
import { compareInstance, shownInstance } from './copy-instance.js';
import { copyTypes } from './copy-types.js';
import { personOf, row } from './row.js';

/** The outcome for something that an environment has once, if at all. */
const singleOutcome = z.enum(['copied', 'exists', 'none']);

const copyBody = z
  .strictObject({
    from: z.string().describe('The id of the environment to copy from.'),
    secrets: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .default({})
      .describe('The secrets of configurations, by `connector_type_id`.')
      .meta({ writeOnly: true }),
    replace: z
      .boolean()
      .default(false)
      .describe('Changes connector types and instances that differ; their own secrets stay.'),
  })
  .meta({
    id: 'EnvironmentCopy',
    example: {
      from: '0191e7a4-91f2-7d2a-b8a5-2f3c5a1de001',
      secrets: { netatmo: { client_secret: 'the secret' } },
    },
  });

/** The problems of one instance, which do not end the copying of others. */
const refusals = problemsOf('instances.create');

export const copyOperations: Operation[] = [
  operation.post('/api/v1/environments/:id/copy', {
    ...row,
    id: 'copyEnvironment',
    summary: 'Copy from another environment',
    description:
      'Copies the connector types, instances, the branding and the retention of another environment that this one does not have. Secrets are ' +
      'never copied: they are given anew in `secrets`, here or when the request is repeated. `replace` also makes new versions of ' +
      'connector types that differ, and changes instances, once their clients were polled with them. For owners and developers of both.',
    input: { body: copyBody },
    answer: {
      status: 200,
      body: z
        .object({
          connector_types: z.array(outcome).describe('Those that descriptions define.'),
          connector_instances: z.array(outcome),
          branding: singleOutcome,
          retention: singleOutcome,
        })
        .meta({ id: 'CopiedEnvironment' }),
      problems: ['environment_deleted', 'insufficient_role', 'not_found'],
    },
    audit: { resource: 'environment' },
    async handle({ body, params: { id }, identify, ...request }) {
      const to = await requireDeveloper(request, id);
      const from = await requireDeveloper(request, body.from);
      identify({ ...to, actor: request.bearer.actor! });
      const copying = { from, to, secrets: body.secrets, replace: body.replace };
      const types = await copyTypes(request, copying);
      const instances = await copyInstances(request, copying);
      const branding = await copyBranding(request, from, to);
      const retention = await copyRetention(request, from, to);
      return {
        body: { connector_types: types, connector_instances: instances, branding, retention },
      };
    },
  }),
];

/** Returns the caller for an environment in which the person may set up connectors. */
async function requireDeveloper({ accounts, bearer }: CopyNeeds, id: string): Promise<Caller> {
  const { role } = await accounts('environments.authorize', { person: personOf({ bearer }), id });
  if (roles[role].scopes.some((scope) => scope === 'svc.connector')) return { developer: id };
  throw new Problem('insufficient_role', 'Only owners and developers copy from an environment.');
}

async function copyInstances(request: CopyNeeds, copying: Copying): Promise<Outcome[]> {
  const existing = new Map(
    (await readInstances(request, copying.to)).map((instance) => [instance.type, instance]),
  );
  // A type that was not copied needs secrets first.
  const types = await request.descriptions(copying.to.developer);
  const known = new Set(types.map(({ type_id }) => type_id));
  const outcomes: Outcome[] = [];
  for (const [index, instance] of (await readInstances(request, copying.from)).entries()) {
    if (!known.has(instance.type)) continue;
    const own = existing.get(instance.type);
    const outcome = own
      ? await compareInstance(request, copying, [instance, own])
      : await copyInstance(request, copying, { ...instance, copyId: request.newId(index) });
    outcomes.push({ connector_type_id: instance.type, ...outcome });
  }
  return outcomes;
}

/** Lists the instances of an environment with their types. */
async function readInstances({ connectors, descriptions }: CopyNeeds, caller: Caller) {
  const types = new Map(
    (await descriptions(caller.developer)).map(({ id, type_id }) => [id, type_id]),
  );
  const { items } = await connectors('instances.list', { caller, page: { limit: maxInstances } });
  return Promise.all(
    items.map(async (id) => {
      const instance = await connectors('instances.read', { caller, id });
      return { ...instance, type: types.get(instance.connector)! };
    }),
  );
}

type Instance = Awaited<ReturnType<typeof readInstances>>[number];

async function copyInstance(
  request: CopyNeeds,
  { from, to, secrets }: Copying,
  { id, copyId, type, clients_per_subject }: Instance & { copyId: string },
): Promise<Omit<Outcome, 'connector_type_id'>> {
  const { connectors, sealing } = request;
  const { configuration, secrets: needed } = await shownInstance(request, from, { id, type });
  const given = isPrivateType(type) ? {} : secrets[type];
  if (needed.length > 0 && !given) return { status: 'secrets_needed', secrets: needed };
  const { developer } = to;
  const copy = { caller: to, id: copyId, connector_type_id: type, clients_per_subject };
  const binding = { purpose: 'instances.configuration', developer, id: copy.id } as const;
  const sealed = sealing.seal(binding, mergePatch(configuration, given ?? {}));
  return connectors('instances.create', { ...copy, configuration: sealed }).then(
    () => ({ status: 'copied' }),
    (error: unknown) => toOutcome(error, refusals),
  );
}

async function copyBranding(
  { connectors }: CopyNeeds,
  from: Caller,
  to: Caller,
): Promise<z.infer<typeof singleOutcome>> {
  const { branding } = await connectors('connect.read_branding', { caller: from });
  if (!branding) return 'none';
  const found = await connectors('connect.read_branding', { caller: to });
  if (found.branding) return 'exists';
  await connectors('connect.put_branding', { caller: to, branding });
  return 'copied';
}

async function copyRetention(
  request: CopyNeeds,
  from: Caller,
  to: Caller,
): Promise<z.infer<typeof singleOutcome>> {
  const [given, own] = await Promise.all(
    [from, to].map((caller) => readRetentions({ ...request, caller })),
  );
  const { history_days: history, activity_days: activity } = given!;
  if (history.days === null && activity.days === null) return 'none';
  if (own!.history_days.days !== null || own!.activity_days.days !== null) return 'exists';
  await request.connectors('retention.change', {
    developer: to.developer,
    history_days: history.days,
    activity_days: activity.days,
  });
  return 'copied';
}
