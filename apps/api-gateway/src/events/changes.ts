import { setTimeout as pause } from 'node:timers/promises';
import {
  type Change,
  changeKind,
  type ChangeKind,
  changesTopic,
  eventCursor,
  type Input,
  type Output,
  Problem,
  type Scope,
  type ThingsHint,
  thingsTopic,
  type UnitsContract,
} from '@trellis/contracts';
import { integerParameter } from '@trellis/operations';
import { z } from 'zod';
import { clientStateResource, clientStateToJson } from './resource.js';
import { createSignal, mayConcern, pendingPollMs } from './stream.js';
import { operation, type Operation, type OperationRequest } from '../operation.js';
import type { Hrefs } from '../resources/hrefs.js';
import { reference } from '../resources/reference.js';

/** A resource that has changed, or with which a unit is linked: its address, and its id as it shows itself. */
const identified = reference.extend({ id: z.string() });

export const changeResource = z
  .strictObject({
    id: z.string().describe('The position of the change: a `cursor` after it.'),
    time: z.iso.datetime(),
    kind: changeKind,
    resource: identified,
    parent: identified.optional().describe('With which the unit is linked, or is not any more.'),
    thing: identified.optional(),
    subject: identified.optional(),
    ...clientStateResource.partial().shape,
  })
  .meta({ id: 'Change' });

export const changePage = z
  .strictObject({
    changes: z.array(changeResource),
    cursor: z.string().describe('Where to continue.'),
    more: z.boolean().describe('Whether there may be more at once.'),
  })
  .meta({ id: 'Changes' });

const links = { parents: 'parent', things: 'thing', subjects: 'subject' } as const;

/** Of things, ids are URNs, as in Thing Descriptions. */
const thingOf = (id: string, hrefs: Hrefs) => ({ href: hrefs.thing(id), id: `urn:uuid:${id}` });
const unitOf = (id: string, hrefs: Hrefs) => ({ href: hrefs.unit(id), id });
const subjectOf = (id: string, hrefs: Hrefs) => ({ href: hrefs.subject(id), id });
const clientOf = (id: string, hrefs: Hrefs) => ({ href: hrefs.client(id), id });

function resourceOf(kind: ChangeKind, id: string, hrefs: Hrefs) {
  if (kind.startsWith('unit_')) return unitOf(id, hrefs);
  if (kind.startsWith('thing_')) return thingOf(id, hrefs);
  return kind === 'subject_created' ? subjectOf(id, hrefs) : clientOf(id, hrefs);
}

const otherOf = { parents: unitOf, things: thingOf, subjects: subjectOf };

function changeToJson(
  { cursor, time, kind, id, relation, other, ...state }: Change,
  hrefs: Hrefs,
): z.output<typeof changeResource> {
  const known = changeKind.parse(kind);
  return {
    id: cursor,
    time,
    kind: known,
    resource: resourceOf(known, id, hrefs),
    ...(relation && { [links[relation]]: otherOf[relation](other!, hrefs) }),
    ...clientStateToJson(state),
  };
}

const maxWaitS = 25;

/** For the calls of the request besides (ms). */
const callsMs = 5_000;

const kinds = z
  .string()
  .transform((list) => [...new Set(list.split(','))])
  .pipe(z.array(changeKind))
  .optional()
  .meta({ type: 'string', description: 'Kinds of changes, separated by commas.' });

const query = z.strictObject({
  cursor: eventCursor
    .optional()
    .describe(
      'The position after which changes are returned: a `cursor`, or the `id` of a change or an event. Without one, the ' +
        'answer is the current position, without changes.',
    ),
  kind: kinds,
  limit: integerParameter(1, 1000).default(200).describe('Changes on a page.'),
  wait: integerParameter(0, maxWaitS)
    .default(0)
    .describe('How long to wait while there are no changes (s).'),
});

export const changeOperations: Operation[] = [
  operation.get('/api/v1/changes', {
    tag: 'Changes',
    id: 'followChanges',
    summary: 'Follow how resources change',
    description:
      'How units with their properties and links, subjects, things and connector clients change, in the order of ' +
      'commits, without gaps or repetition, for seven days by default. Kinds of changes need the scope that their ' +
      'resources need; without `kind` those come for which the token has scopes.',
    access: { scope: 'any token', subject: 'optional' },
    input: { query },
    answer: {
      status: 200,
      body: changePage,
      unversioned: 'a feed: its cursors are versions, and no page is asked for twice',
      problems: ['position_gone', 'insufficient_scope'],
    },
    limits: { timeoutMs: () => maxWaitS * 1_000 + callsMs },
    async handle({ query: { cursor, kind, limit, wait }, hrefs, ...request }) {
      const { caller, units } = request;
      const input = {
        caller,
        kinds: allowedKinds(request, kind),
        limit,
        ...(cursor !== undefined && { after: cursor }),
      };
      const page =
        wait === 0 || cursor === undefined
          ? await units('changes.read', input)
          : await waitAtMost(request, wait * 1_000, (signal) =>
              waitForChanges(request, input, signal),
            );
      return {
        headers: { 'Cache-Control': 'no-store' },
        body: { ...page, changes: page.changes.map((change) => changeToJson(change, hrefs)) },
      };
    },
  }),
];

/** Waits for no longer than the access token is valid and the gateway runs. */
async function waitAtMost<T>(
  { streams, bearer }: Pick<OperationRequest, 'streams' | 'bearer'>,
  timeoutMs: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stream = streams.open(bearer);
  const { signal } = stream;
  const timer = pause(timeoutMs, undefined, { signal, ref: false });
  timer.then(stream.end, () => undefined);
  try {
    return await run(signal);
  } finally {
    stream.end();
  }
}

/** Returns the scopes that allow a token to see changes of a kind; one of them is enough. */
const scopesOf = (kind: ChangeKind): Scope[] => {
  if (kind === 'client_status_changed' || kind === 'client_deleted') {
    return ['svc.connector.read', 'svc.things.read'];
  }
  if (kind.startsWith('client_')) return ['svc.connector.read'];
  return [kind.startsWith('thing_') ? 'svc.things.read' : 'svc.units.read'];
};

function allowedKinds(
  { bearer }: Pick<OperationRequest, 'bearer'>,
  requested: ChangeKind[] | undefined,
): ChangeKind[] {
  const isAllowed = (kind: ChangeKind) =>
    scopesOf(kind).some((scope) => bearer.scopes.includes(scope));
  const allowed = (requested ?? changeKind.options).filter(isAllowed);
  const [refused] = (requested ?? []).filter((kind) => !isAllowed(kind));
  if (refused === undefined && allowed.length > 0) return allowed;
  const scope = scopesOf(refused ?? 'unit_created')[0]!;
  throw new Problem('insufficient_scope', `The access token lacks the scope ${scope}.`, { scope });
}

/** Fallback poll interval, since hints may be lost (ms). */
const fallbackPollMs = 5_000;

type WaitingRequest = Pick<OperationRequest, 'readEvents' | 'subscribeHints' | 'hold'>;

/**
 * Reads changes after a cursor; while there are none, waits for some until `signal` is aborted. What is answered then
 * has a position that is further, so that nothing is looked at twice.
 */
export async function waitForChanges(
  { readEvents, subscribeHints, hold }: WaitingRequest,
  question: Input<UnitsContract, 'changes.read'>,
  signal: AbortSignal,
): Promise<Output<UnitsContract, 'changes.read'>> {
  const wakeUp = createSignal(signal);
  const { caller } = question;
  const subscriptions = [
    await subscribeHints<ThingsHint>(thingsTopic(caller.developer), (hint) => {
      if (mayConcern(hint, { caller })) wakeUp.notify();
    }),
    await subscribeHints(changesTopic(caller.developer), () => wakeUp.notify()),
  ];
  try {
    for (let after = question.after; ;) {
      wakeUp.reset();
      const page = await readEvents('changes.read', { ...question, ...(after && { after }) });
      if (page.changes.length > 0 || signal.aborted) return page;
      after = page.cursor;
      hold();
      await wakeUp.wait(page.more ? pendingPollMs : fallbackPollMs);
      if (signal.aborted) return page;
    }
  } finally {
    for (const subscription of subscriptions) subscription.end();
  }
}
