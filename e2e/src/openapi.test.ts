import { beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, request, type Account } from '@trellis/testing';
import fc, { type RunDetails } from 'fast-check';
import pMap from 'p-map';
import { oneStack } from './one-stack.js';
import { answerChecker, send, type Answer } from './openapi/answers.js';
import { operationsOf, prepare, type OpenApiDocument, type Operation } from './openapi/document.js';
import { KnownIds, ownedKinds } from './openapi/known-ids.js';
import { fillIn, requestsTo, type GeneratedRequest } from './openapi/requests.js';
import { simulate } from './simulation.js';

/** `FC_SEED` repeats a run that failed; `FC_RUNS` makes more requests (default 10). */
const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const runs = Number(process.env.FC_RUNS ?? 10);

/** Shrinking a failure would take longer than reading it. */
const parameters = { seed, endOnFailure: true };

// It loads the stack so much that other files would wait.
const stack = oneStack();

/** An account, and what its answers have named. */
interface Tenant {
  account: Account;
  ids: KnownIds;
}

const newTenant = (): Tenant => ({ account: newAccount(stack()), ids: new KnownIds() });

let document: OpenApiDocument;
let operations: Operation[];
let check: ReturnType<typeof answerChecker>;
beforeAll(async () => {
  document = prepare((await request(stack(), 'GET', '/openapi.json')).body);
  operations = operationsOf(document);
  check = answerChecker(document);
});

/** Creates units and a thing, so that requests can name some. */
async function settle({ account, ids }: Tenant, subject?: string): Promise<void> {
  const properties = [{ name: 'a', value: 1 }];
  const created = [
    await account.request('POST', '/units', {
      subject,
      body: { name: 'a', type: 'b', properties },
    }),
    await account.request('POST', '/units', { subject, body: { name: 'b', type: 'b' } }),
    await account.request('POST', '/things', {
      subject,
      body: {
        title: 'a',
        properties: { a: { type: 'number', value: 1 }, b: {} },
        actions: { b: {} },
      },
    }),
  ];
  for (const answer of created) {
    expect(answer.status).toBe(201);
    ids.learn(answer);
  }
}

/** Sends a request as an account and checks its answer. */
async function perform(
  generated: GeneratedRequest,
  { account, ids }: Tenant,
  named: KnownIds = ids,
): Promise<{ answer: Answer; sent: ReturnType<typeof fillIn> }> {
  const operation = operations.find(({ name }) => name === generated.name)!;
  const sent = fillIn(operation, generated, named);
  const answer = await send(stack(), account.token, sent);
  check(operation, answer);
  ids.learn(answer);
  return { answer, sent };
}

describe(`with FC_SEED=${seed}`, () => {
  test('every operation answers any input as the document says', async () => {
    const tenant = newTenant();
    const { path } = await simulate(tenant.account);
    tenant.ids.add('clients', path.split('/').at(-1)!);
    tenant.ids.learn(await tenant.account.request('GET', '/things', { subject: 'alice' }));
    const succeeded = new Set<string>();
    async function examine(operation: Operation): Promise<string | undefined> {
      await settle(tenant);
      await settle(tenant, 'alice');
      const property = fc.asyncProperty(requestsTo(operation, document), async (generated) => {
        const { answer } = await perform(generated, tenant);
        if (answer.status < 400) succeeded.add(operation.name);
      });
      return failureOf(operation.name, await fc.check(property, { ...parameters, numRuns: runs }));
    }
    // Others need the subject that is erased.
    const isErasure = ({ name }: Operation) => name === 'DELETE /api/v1/subjects/{id}';
    const others = operations.filter((operation) => !isErasure(operation));
    const failures = await pMap(others, examine, { concurrency: 8 });
    failures.push(...(await pMap(operations.filter(isErasure), examine)));
    expect(failures.filter((failure) => failure !== undefined)).toEqual([]);
    // Requests that are all refused would show little.
    expect(succeeded.size).toBeGreaterThan(operations.length / 4);
  });

  test('whatever was done before, and nothing of it is visible to another account', async () => {
    // Pages of connect sessions have no access token; whoever sends them one is nobody to them.
    const all = operations.filter(
      ({ path, security }) =>
        !path.includes('token') && !security.some((scheme) => 'connect' in scheme),
    );
    const step = fc.record({
      generated: fc.oneof(...all.map((operation) => requestsTo(operation, document))),
      isStranger: fc.nat(4).map((number) => number === 0),
    });
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }),
      async (steps) => {
        const [owner, stranger] = [newTenant(), newTenant()];
        await settle(owner);
        for (const { generated, isStranger } of steps) {
          if (!isStranger) await perform(generated, owner);
          else expectStranger(await perform(generated, stranger, owner.ids), owner.ids);
        }
      },
    );
    const details = await Promise.all(
      [0, 1, 2, 3].map((number) =>
        fc.check(property, { ...parameters, seed: seed + number, numRuns: Math.ceil(runs / 2) }),
      ),
    );
    expect(details.map((one) => failureOf('sequence', one))).toEqual(details.map(() => undefined));
  });
});

/** Describes a failure and how to repeat it. */
function failureOf<T>(name: string, details: RunDetails<T>): string | undefined {
  if (!details.failed) return undefined;
  const { seed, counterexample, errorInstance } = details;
  return `${name} (seed ${seed})\n${fc.stringify(counterexample)}\n${String(errorInstance)}`;
}

/** Holds the answer to an account that names what belongs to another one: it is as if it did not exist. */
function expectStranger(
  { answer: { status, body }, sent }: Awaited<ReturnType<typeof perform>>,
  ids: KnownIds,
): void {
  const { method, path } = sent;
  // The activity of clients that were removed can be read, so that it is empty for any other id.
  const isNothing = status === 200 && Array.isArray(body) && body.length === 0;
  if (!isNothing && sent.inPath.some(({ kind }) => ownedKinds.includes(kind))) {
    // What is wrong with the input is found before what does not exist.
    expect({ method, path, status: [400, 413, 415].includes(status) ? 404 : status }).toEqual({
      method,
      path,
      status: 404,
    });
  }
  const text = JSON.stringify(body) ?? '';
  const input = `${path} ${sent.body ?? ''}`;
  const leaked = ids.owned().filter((id) => text.includes(id) && !input.includes(id));
  expect({ method, path, leaked }).toEqual({ method, path, leaked: [] });
}
