import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { auditJob, connectorsContract, unitsContract } from '@trellis/contracts';
import { ownQueues } from './queues.js';

/** The queues that are declared in the sources of this service. */
function declaredQueues(): string[] {
  const folder = new URL('.', import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !/^(generated|testing)\//.test(file))
    .flatMap((file) => [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(/\bqueue: '([^']+)'/g),
    ])
    .map(([, queue]) => queue!);
}

test('every queue of this service is in its metrics and on the board', () => {
  const declared = declaredQueues();
  expect(declared).toEqual(expect.arrayContaining(['polls', 'subscriptions', 'secrets']));
  expect(Object.keys(ownQueues).toSorted()).toEqual(
    [...declared, connectorsContract.queue].toSorted(),
  );
});

test('the queues of units-service are not among them', () => {
  for (const { queue } of [unitsContract, auditJob]) expect(ownQueues).not.toHaveProperty(queue);
});
