import { expect, test } from '@jest/globals';
import { createSessionRecording } from './session-recording.js';

const open = () => createSessionRecording({ configured: () => [], names: () => [] });
type Recording = ReturnType<typeof open>;

const send = ({ record }: Recording, address: string) =>
  record.add({ at: Date.now(), protocol: 'http', method: 'GET', address });
const addresses = (recording: Recording) => recording.requests().map(({ address }) => address);

test('the texts of a memory are secrets, but for flags and the ids of devices', async () => {
  const recording = open();
  const texts: Record<string, string> = {
    key: 'the key of a bridge',
    registered: 'true',
    identity: 'bridge-0001',
    token: JSON.stringify({ token: 'the token', until: 1 }),
  };
  const memory = recording.watch({
    get: async (name) => texts[name],
    set: async () => undefined,
    replace: async () => true,
    delete: async () => undefined,
  });
  for (const name of Object.keys(texts)) await memory.get(name);
  await memory.set('new', 'a new key');
  send(recording, 'the key of a bridge, the token, a new key, true, bridge-0001');
  expect(addresses(recording)).toEqual(['[secret], [secret], [secret], true, bridge-0001']);
});

test('the secrets of a long session stay hidden, also when there were many', () => {
  const recording = open();
  recording.addSecret('the first token');
  send(recording, '/?the first token');
  for (let n = 0; n < 1_000; n += 1) recording.addSecret(`token-${n}`);
  send(recording, '/?token-999');
  expect(addresses(recording)).toEqual(['/?[secret]', '/?[secret]']);
});

test('what a request must not show is removed from its exchanges for good', () => {
  const recording = open();
  send(recording, '/open/1234');
  recording.conceal(['1234'], 0);
  expect(addresses(recording)).toEqual(['/open/[secret]']);
});
