import {
  type Attributes,
  type Caller,
  type Output,
  Problem,
  type Thing,
  type UnitsContract,
  usageGroup,
} from '@trellis/contracts';
import { pagesOf, requireScope } from '@trellis/operations';
import pMap from 'p-map';
import { z } from 'zod';
import { answerConfiguration } from '../connectors/configurations.js';
import { operation, type Operation, type OperationRequest } from '../operation.js';

const kinds = [
  'subject',
  'unit',
  'thing',
  'history',
  'agent',
  'client',
  'connect_session',
  'interaction',
  'operation',
  'delivery',
  'subscription',
  'usage',
  'audit_entry',
] as const;

const exportedLine = z.object({ type: z.enum(kinds), data: z.looseObject({}) }).meta({
  id: 'SubjectLine',
  example: {
    type: 'unit',
    data: { id: '0190b1f4-6d5c-7cc0-8000-000000000001', name: 'Kitchen', type: 'room' },
  },
});
type Line = z.infer<typeof exportedLine>;

/** The scopes of what an export shows, besides that of the row. */
const otherScopes = ['svc.connector', 'svc.things.read', 'svc.audit.read'] as const;

const pageSize = 200;

/** Resources of one page that are read at the same time. */
const readAtOnce = 8;

export const subjectExportOperations: Operation[] = [
  operation.get('/api/v1/subjects/:id/export', {
    tag: 'Subjects',
    access: { scope: 'svc.units.read' },
    id: 'exportSubject',
    summary: 'Export subject',
    description:
      'Everything that is known of a subject as lines of JSON, each with a `type` and `data`: itself, the units that it sees, its ' +
      'things and their history, its agents, its clients without secrets, connect sessions, interactions, operations, messages, subscriptions, ' +
      'usage by day and audit entries. An export that breaks off ends the connection. Also needs the scopes ' +
      `${otherScopes.map((scope) => `\`${scope}\``).join(', ')}.`,
    answer: { status: 200, lines: exportedLine, problems: ['erasure_under_way'] },
    audit: { resource: 'subject' },
    async handle({ params: { id: subject }, ...request }) {
      const { bearer, units, erasures, streams } = request;
      for (const scope of otherScopes) requireScope(scope, bearer);
      const caller = { developer: request.caller.developer, subject };
      erasures.refuse(caller);
      const { attributes } = await units('subjects.read', { caller, id: subject });
      const { signal, end } = streams.open(bearer);
      return { lines: endingWith(end, linesOf({ ...request, attributes }, caller, signal)) };
    },
  }),
];

async function* endingWith<Item>(end: () => void, items: AsyncIterable<Item>) {
  try {
    yield* items;
  } finally {
    end();
  }
}

type Subject = Required<Caller>;
type Services = Pick<OperationRequest, 'units' | 'connectors' | 'sealing' | 'inTurn'>;
type Exported = Services & { attributes: Attributes | undefined };
type Page<Item> = { items: readonly Item[]; next?: string | undefined };
type FetchPage<Item> = (page: {
  limit: number;
  cursor?: string | undefined;
}) => Promise<Page<Item>>;

/**
 * Returns everything of a subject. Pages are fetched as lines are taken, so that one page is in memory, and one of the
 * history of a thing.
 */
async function* linesOf(
  { attributes, ...request }: Exported,
  caller: Subject,
  signal: AbortSignal,
): AsyncGenerator<Line> {
  const { units, connectors, inTurn } = request;
  const { developer, subject } = caller;

  /** Returns the items of all pages, one after the other. */
  async function* all<Item>(fetchPage: FetchPage<Item>): AsyncGenerator<Item> {
    const pages = pagesOf(({ cursor }) => {
      signal.throwIfAborted();
      return inTurn(() => fetchPage({ limit: pageSize, cursor }));
    });
    for await (const items of pages) yield* items;
  }
  /** Returns resources that are listed by something else; those that were deleted meanwhile are left out. */
  const each = <Listed, Item>(
    fetchPage: FetchPage<Listed>,
    read: (listed: Listed) => Promise<Item>,
  ): AsyncGenerator<Item> =>
    all(async (page) => {
      const { items, next } = await fetchPage(page);
      const found = await pMap(items, (one) => read(one).catch(ignoreMissing), {
        concurrency: readAtOnce,
      });
      return { items: found.filter((one) => one !== undefined), next };
    });

  yield { type: 'subject', data: { id: subject, ...(attributes && { attributes }) } };
  const unitLines = all(async ({ limit, cursor }) => {
    const { lines, next } = await units('units.export', { caller, limit, cursor });
    return { items: lines, next };
  });
  yield* lines('unit', unitLines);
  for await (const thing of all((page) => units('things.describe', { caller, page }))) {
    if (thing.subject !== subject) continue;
    yield { type: 'thing', data: thing };
    yield* lines('history', historyOf(request, caller, thing, signal));
  }
  const agents = all((page) => connectors('agents.list', { caller, page }));
  yield* lines('agent', agents);
  const clients = each(
    (page) => connectors('clients.list', { caller, page }),
    async (id) => {
      const { authorization_ticket: _, ...client } = await connectors('clients.read', {
        caller,
        id,
      });
      const { body } = await answerConfiguration({ ...request, caller }, id);
      return { ...client, configuration: body.configuration };
    },
  );
  yield* lines('client', clients);
  const sessions = all((page) => connectors('connect.list_sessions', { caller, page }));
  yield* lines('connect_session', sessions);
  const interactions = each(
    (page) => connectors('interactions.list', { caller, page }),
    (id) => connectors('interactions.read', { caller, id }),
  );
  yield* lines('interaction', interactions);
  const operations = all((page) => connectors('operations.list', { caller, page, filter: {} }));
  yield* lines('operation', operations);
  const deliveries = each(
    (page) => connectors('deliveries.of_subject', { developer, subject, page }),
    ({ app, id }) => connectors('deliveries.read', { developer, app, id }),
  );
  yield* lines('delivery', deliveries);
  const subscriptions = all((page) => connectors('subscriptions.list', { caller, page }));
  yield* lines('subscription', subscriptions);
  const used = all((page) => {
    const filter = { since: '2000-01-01', until: tomorrow(), groups: [...usageGroup.options] };
    return connectors('usage.read', { caller, page, filter });
  });
  yield* lines('usage', used);
  const entries = all((page) => units('audit.list', { caller, page, filter: {} }));
  yield* lines('audit_entry', entries);
}

async function* lines(type: Line['type'], items: AsyncIterable<object>): AsyncGenerator<Line> {
  for await (const data of items) yield { type, data: { ...data } };
}

type Values = Output<UnitsContract, 'history.values'>;

/** Returns the values that the properties of a thing had. */
async function* historyOf(
  { units, inTurn }: Services,
  caller: Subject,
  { id, properties }: Thing,
  signal: AbortSignal,
): AsyncGenerator<object> {
  const readable = Object.entries(properties).filter(([, { writeOnly }]) => writeOnly !== true);
  const to = Date.now();
  for (const [name] of readable) {
    const read = (from: number): Promise<Values | undefined> => {
      const input = { caller, id, name, from, to, descending: false, limit: 1_000 };
      return inTurn(() => units('history.values', input).catch(ignoreMissing));
    };
    for (let from: number | undefined = 0; from !== undefined;) {
      signal.throwIfAborted();
      const page: Values | undefined = await read(from);
      for (const { since, until, value } of page?.items ?? []) {
        if (value === undefined) continue;
        yield { thing: id, property: name, ...timesOf(since, until), value };
      }
      from = page?.next;
    }
  }
}

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10);

const timesOf = (since: number, until: number | undefined) => ({
  since: new Date(since).toISOString(),
  ...(until !== undefined && { until: new Date(until).toISOString() }),
});

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'not_found') return undefined;
  throw error;
}
