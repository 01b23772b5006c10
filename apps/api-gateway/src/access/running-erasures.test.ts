import { expect, test } from '@jest/globals';
import { fakeClient } from '../testing/gateway.js';
import { connectorsContract, digestOfSubject, erasuresTopic } from '@trellis/contracts';
import { followErasures } from './running-erasures.js';

test('a subject is refused from the hint of its erasure to that of its end, in its account alone', async () => {
  let subjects: string[] = [];
  let reads = 0;
  let hint: ((data: object) => void) | undefined;
  const connectors = fakeClient(connectorsContract, {
    'erasures.running': () => {
      reads += 1;
      return { subjects };
    },
  });
  const erasures = followErasures({
    connectors,
    subscribe: async (topic, onHint) => {
      expect(topic).toBe(erasuresTopic);
      hint = onHint as typeof hint;
      return { end: () => undefined };
    },
  });
  const alice = { developer: 'acme', subject: 'alice' };
  const refused = expect.objectContaining({ code: 'erasure_under_way' });
  await erasures.reload();
  erasures.refuse(alice);
  subjects = [digestOfSubject(alice)];
  hint!({});
  await erasures.reload();
  expect(() => erasures.refuse(alice)).toThrow(refused);
  erasures.refuse({ developer: 'acme' });
  erasures.refuse({ developer: 'acme', subject: 'bob' });
  erasures.refuse({ developer: 'other', subject: 'alice' });
  subjects = [];
  await erasures.reload();
  erasures.refuse(alice);
  expect(reads).toBeGreaterThanOrEqual(4);
  erasures.stop();
});

test('while the list cannot be read, the last one is valid', async () => {
  let isAway = false;
  const connectors = fakeClient(connectorsContract, {
    'erasures.running': () => {
      if (isAway) throw new Error('away');
      return { subjects: [digestOfSubject({ developer: 'acme', subject: 'alice' })] };
    },
  });
  const erasures = followErasures({
    connectors,
    subscribe: async () => ({ end: () => undefined }),
  });
  await erasures.reload();
  isAway = true;
  await erasures.reload();
  expect(() => erasures.refuse({ developer: 'acme', subject: 'alice' })).toThrow();
  erasures.stop();
});
