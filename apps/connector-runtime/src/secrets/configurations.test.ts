import { expect, jest, test } from '@jest/globals';
import { createSealing, generateKey } from '@trellis/sealing';
import { z } from 'zod';
import { createConfigurations } from './configurations.js';

const schema = z.object({ host: z.string(), tls: z.object({ pin: z.boolean() }) });
const configuration = { host: 'hub.local', tls: { pin: true } };

function configurations() {
  const sealing = createSealing(generateKey());
  const open = jest.fn(sealing.open);
  return { sealing, open, configurations: createConfigurations({ ...sealing, open }) };
}

test('a configuration is decrypted once', () => {
  const { sealing, open, configurations: remembered } = configurations();
  const sealed = sealing.seal(configuration);
  expect(remembered.open(schema, sealed)).toEqual(configuration);
  expect(remembered.open(schema, sealed)).toEqual(configuration);
  expect(open).toHaveBeenCalledTimes(1);
});

test('a configuration that was changed is seen at once', () => {
  const { sealing, configurations: remembered } = configurations();
  remembered.open(schema, sealing.seal(configuration));
  const changed = { ...configuration, host: 'other.local' };
  expect(remembered.open(schema, sealing.seal(changed))).toEqual(changed);
});

test('a connector cannot change what is remembered', () => {
  const { sealing, configurations: remembered } = configurations();
  const opened = remembered.open(schema, sealing.seal(configuration));
  expect(() => {
    opened.tls.pin = false;
  }).toThrow();
});
