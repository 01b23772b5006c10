import { isDeepStrictEqual } from 'node:util';
import { Problem, type Thing } from '@trellis/contracts';
import { flagParameter, idForm, invalidMember } from '@trellis/operations';
import { z } from 'zod';
import { requesterOf } from '../access/requester.js';
import { operation, problemsOf, type Operation, type OperationRequest } from '../operation.js';
import { reference, references } from '../resources/reference.js';

const dryRun = z.strictObject({
  dry_run: flagParameter('Changes nothing, and answers what would be different.'),
});

const names = z.array(z.string());
const difference = z.object({
  missing: names.describe('What the new device lacks.'),
  added: names.describe('What only the new device has.'),
  changed: names.describe('What both have, but for example with another unit or other values.'),
});

const replacement = z
  .object({ properties: difference, actions: difference, events: difference })
  .meta({ id: 'Replacement' });

const replacements = z
  .object({
    replaced: z.array(z.object({ thing: reference, with: reference })),
    left: references.describe('Things for which the other client has no device.'),
  })
  .meta({ id: 'Replacements' });

const write = {
  access: { scope: 'svc.connector', subject: 'optional' },
} as const;

export const replaceOperations: Operation[] = [
  operation.post('/api/v1/things/:id/replace', {
    ...write,
    tag: 'Things',
    id: 'replaceThing',
    summary: 'Replace the device of a thing',
    description:
      'The thing shows the device of another thing of the same subject from now on, such as that of a new lamp in the ' +
      'same room. It keeps its id, its units, its history and its subscriptions; the other thing is gone, and its id ' +
      'becomes an alias. Can be undone for a day, as long as the clients of both devices exist.',
    input: {
      query: dryRun,
      body: z
        .strictObject({ with: idForm.describe('The thing of the new device.') })
        .meta({ id: 'ReplacedWith' }),
      bareIds: (body, forms) => ({ with: forms.resource(body.with) }),
    },
    answer: { status: 200, body: replacement, problems: ['unknown_reference', 'not_supported'] },
    audit: { resource: 'thing' },
    async handle({ params: { id }, query, body: { with: by }, ...request }) {
      const { connectors, caller } = request;
      const [thing, other] = await readThings(request, { id, by });
      const differences = {
        properties: compare(thing.properties, other.properties),
        actions: compare(thing.actions, other.actions),
        events: compare(thing.events, other.events),
      };
      if (!query.dry_run) {
        const things = [{ thing: thing.id, by: other.id }];
        const clients = { id: thing.creator.id, by: other.creator.id };
        const requester = requesterOf(request);
        await connectors('clients.replace_devices', { caller, ...clients, things, requester });
      }
      return { body: differences };
    },
  }),
  operation.delete('/api/v1/things/:id/replace', {
    ...write,
    tag: 'Things',
    id: 'restoreThing',
    summary: 'Undo the replacement of a device',
    description:
      'Within a day, unless the client of one of the devices was deleted. Both things show their own devices again, where ' +
      'they were.',
    answer: { status: 204 },
    audit: { resource: 'thing' },
    async handle({ params: { id }, connectors, caller, ...request }) {
      const requester = requesterOf(request);
      await connectors('clients.restore_device', { caller, thing: id, requester });
    },
  }),
  operation.post('/api/v1/connectors/clients/:id/replace', {
    ...write,
    tag: 'Connectors',
    id: 'replaceConnectorClient',
    summary: 'Replace the devices of a connector client',
    description:
      'The things of the client show the devices that another client of the same subject found, such as that of a new ' +
      'bridge: those with an identifier in common, such as a MAC address. Each can be undone for a day, as long as both ' +
      'clients exist.',
    input: {
      query: dryRun,
      body: z
        .strictObject({ with: idForm.describe('The client that found the devices.') })
        .meta({ id: 'ClientReplacedWith' }),
      bareIds: (body, forms) => ({ with: forms.resource(body.with) }),
    },
    answer: { status: 200, body: replacements, problems: problemsOf('clients.replace_devices') },
    audit: { resource: 'connector_client' },
    async handle({ params: { id }, query, body: { with: by }, ...request }) {
      const { connectors, caller, hrefs } = request;
      if (id === by) throw invalidMember('/with', 'Must be another client.');
      const { things, unmatched } = await connectors('clients.match_devices', { caller, id, by });
      if (!query.dry_run && things.length > 0) {
        const requester = requesterOf(request);
        await connectors('clients.replace_devices', { caller, id, by, things, requester });
      }
      const href = (thing: string) => ({ href: hrefs.thing(thing) });
      return {
        body: {
          replaced: things.map((one) => ({ thing: href(one.thing), with: href(one.by) })),
          left: unmatched.map(href),
        },
      };
    },
  }),
];

/** Reads both things; throws unless they are different things of connectors in the list of one subject. */
async function readThings(
  { units, caller }: Pick<OperationRequest, 'units' | 'caller'>,
  { id, by }: { id: string; by: string },
): Promise<[Thing, Thing]> {
  const thing = await units('things.read', { caller, id });
  if (thing.creator.kind === 'app') {
    throw new Problem(
      'not_supported',
      'Only the device of a thing of a connector can be replaced.',
    );
  }
  const other = await units('things.read', { caller, id: by }).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
    const detail = 'There is no such thing.';
    throw new Problem('unknown_reference', detail, { errors: [{ pointer: '/with', detail }] });
  });
  const wrong = unfitness(thing, other);
  if (wrong !== undefined) throw invalidMember('/with', wrong);
  return [thing, other];
}

/** Returns why a thing cannot be replaced by another one. */
function unfitness(thing: Thing, other: Thing): string | undefined {
  if (other.id === thing.id) return 'Must be another thing.';
  if (other.creator.kind === 'app') return 'Must be a thing of a connector.';
  return other.subject === thing.subject ? undefined : 'Must be of the same subject.';
}

type Affordances = Record<string, object>;

const compare = (before: Affordances, after: Affordances): z.output<typeof difference> => ({
  missing: Object.keys(before).filter((name) => !Object.hasOwn(after, name)),
  added: Object.keys(after).filter((name) => !Object.hasOwn(before, name)),
  changed: Object.keys(before).filter(
    (name) => Object.hasOwn(after, name) && !isDeepStrictEqual(before[name], after[name]),
  ),
});
