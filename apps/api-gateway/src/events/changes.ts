import { setTimeout as pause } from 'node:timers/promises';
import { changeKind, eventCursor, Problem, type ChangeKind, type Scope } from '@trellis/contracts';
import { z } from 'zod';
import { integerParameter } from '@trellis/operations';
import { operation, type Operation, type OperationRequest } from '../context/operation.js';
import { waitForChanges } from './wait-for-changes.js';
import { changePage, changeToJson } from './change-resource.js';

/** The longest that a request can wait for a change (s). */
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
        ...{ caller, kinds: allowedKinds(request, kind), limit },
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

/** Returns the scopes of which a token needs one to see changes of a kind. */
const scopesOf = (kind: ChangeKind): Scope[] => {
  if (kind === 'client_status_changed') return ['svc.connector', 'svc.things.read'];
  if (kind.startsWith('client_')) return ['svc.connector'];
  return [kind.startsWith('thing_') ? 'svc.things.read' : 'svc.units.read'];
};

/** Returns the requested kinds, or else all that the token may see. */
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
