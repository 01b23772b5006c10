import { expect, jest, test } from '@jest/globals';
import { createSealing, generateKey, type Binding } from '@trellis/sealing';
import { z } from 'zod';
import { createConfigurations } from './configuration.js';

const schema = z.object({ host: z.string(), tls: z.object({ pin: z.boolean() }) });
const configuration = { host: 'hub.local', tls: { pin: true } };
const binding: Binding = { purpose: 'clients.configuration', developer: 'acme', id: 'a' };

function configurations() {
  const sealing = createSealing(generateKey());
  const open = jest.fn(sealing.open);
  const remembered = createConfigurations({ ...sealing, open });
  return {
    open,
    seal: (value: object) => sealing.seal(binding, value),
    read: (sealed: string, more: Partial<Binding> = {}) =>
      remembered.open({ schema, binding: { ...binding, ...more }, sealed }),
  };
}

test('a configuration is decrypted once', () => {
  const { seal, open, read } = configurations();
  const sealed = seal(configuration);
  expect(read(sealed)).toEqual(configuration);
  expect(read(sealed)).toEqual(configuration);
  expect(open).toHaveBeenCalledTimes(1);
});

test('a configuration that was changed is seen at once', () => {
  const { seal, read } = configurations();
  read(seal(configuration));
  const changed = { ...configuration, host: 'other.local' };
  expect(read(seal(changed))).toEqual(changed);
});

test.each<Partial<Binding>>([
  { id: 'b' },
  { developer: 'other' },
  { purpose: 'instances.configuration' },
])('one that is remembered is not that of %j', (other) => {
  const { seal, read } = configurations();
  const sealed = seal(configuration);
  read(sealed);
  expect(() => read(sealed, other)).toThrow();
});

test('a connector cannot change what is remembered', () => {
  const { seal, read } = configurations();
  const opened = read(seal(configuration));
  expect(() => {
    opened.tls.pin = false;
  }).toThrow();
});
