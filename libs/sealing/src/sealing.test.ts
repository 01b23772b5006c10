import { describe, expect, test } from '@jest/globals';
import { areKeys, createSealing, generateKey, UnknownKeyError, type Binding } from './index.js';

const key = generateKey();
const tokens: Binding = { purpose: 'clients.tokens', developer: 'acme', id: 'alice' };

/** The bytes 0 to 31. */
const counted = 'old:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

/** `{"password":"hunter2"}` under that key, as other implementations of AES-256-GCM and HKDF seal it. */
const sealedElsewhere =
  'v2.old.AAECAwQFBgcICQoL.szk7bunows5zooK1tmaP7g._ILYlJe1BjoMbfSMhFwIosgey2OoVA';

/** Flips one bit in the bytes of a part of a sealed text. */
function flip(sealed: string, part: number, bit: number): string {
  const parts = sealed.split('.');
  const bytes = Buffer.from(parts[part]!, 'base64url');
  bytes[bit >> 3]! ^= 1 << (bit & 7);
  parts[part] = bytes.toString('base64url');
  return parts.join('.');
}

/** The same bytes in another text: the last character has bits that stand for nothing. */
function respell(sealed: string, part: number): string {
  const parts = sealed.split('.');
  const text = parts[part]!;
  const next = String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
  parts[part] = text.slice(0, -1) + next;
  return parts.join('.');
}

describe('sealing', () => {
  test('returns what was sealed, and reveals nothing of it', () => {
    const sealing = createSealing(key);
    const sealed = sealing.seal(tokens, { password: 'hunter2' });
    expect(sealed).not.toContain('hunter2');
    expect(sealing.open(tokens, sealed)).toEqual({ password: 'hunter2' });
  });

  test('never produces the same text twice', () => {
    const sealing = createSealing(key);
    expect(sealing.seal(tokens, 'same')).not.toBe(sealing.seal(tokens, 'same'));
  });

  test('opens what other implementations sealed', () => {
    expect(createSealing(counted).open(tokens, sealedElsewhere)).toEqual({ password: 'hunter2' });
  });

  test.each<[string, Binding]>([
    ['purpose', { ...tokens, purpose: 'clients.memory' }],
    ['developer', { ...tokens, developer: 'other' }],
    ['row', { ...tokens, id: 'bob' }],
    ['row, which is none', { purpose: tokens.purpose, developer: 'acme' }],
    ['developer and row, with the same letters', { ...tokens, developer: 'acm', id: 'ealice' }],
  ])('refuses a text for another %s', (_what, other) => {
    const sealing = createSealing(key);
    expect(() => sealing.open(other, sealing.seal(tokens, 'a'))).toThrow();
  });

  test('refuses a text of another version', () => {
    const sealing = createSealing(key);
    const sealed = sealing.seal(tokens, 'a').replace('v2', 'v1');
    expect(() => sealing.open(tokens, sealed)).toThrow('sealed');
  });

  test.each([
    ['nonce', 2],
    ['tag', 3],
    ['ciphertext', 4],
  ])('refuses a text with one bit of its %s flipped', (_name, part) => {
    const sealing = createSealing(key);
    const sealed = sealing.seal(tokens, { password: 'hunter2' });
    const bits = Buffer.from(sealed.split('.')[part]!, 'base64url').length * 8;
    for (let bit = 0; bit < bits; bit += 1) {
      expect(() => sealing.open(tokens, flip(sealed, part, bit))).toThrow();
    }
    expect(sealing.open(tokens, sealed)).toEqual({ password: 'hunter2' });
  });

  test('refuses the same bytes in another text', () => {
    const sealing = createSealing(counted);
    // 16 bytes are 22 characters, the last of which has four bits to spare.
    const respelt = respell(sealedElsewhere, 3);
    const bytesOf = (text: string) => Buffer.from(text.split('.')[3]!, 'base64url');
    expect(bytesOf(respelt)).toEqual(bytesOf(sealedElsewhere));
    expect(() => sealing.open(tokens, respelt)).toThrow('sealed');
  });

  test('refuses a tag that was cut', () => {
    const sealing = createSealing(key);
    const parts = sealing.seal(tokens, 'a').split('.');
    parts[3] = Buffer.from(parts[3]!, 'base64url').subarray(0, 4).toString('base64url');
    expect(() => sealing.open(tokens, parts.join('.'))).toThrow();
  });

  test.each(['', 'v1.x', 'v2', 'plain text', 'v3.a.b.c.d', 'v2.a.b.c.d.e'])(
    'refuses %j',
    (text) => {
      expect(() => createSealing(key).open(tokens, text)).toThrow('sealed');
    },
  );
});

describe('keys', () => {
  test('open what an old one sealed, and the first one seals', () => {
    const old = createSealing(key).seal(tokens, 'secret');
    const rotated = createSealing(`${generateKey()},${key}`);
    expect(rotated.open(tokens, old)).toBe('secret');
    expect(old.startsWith(rotated.currentPrefix)).toBe(false);
    expect(rotated.seal(tokens, 'secret').startsWith(rotated.currentPrefix)).toBe(true);
    // One that is only known seals nothing yet.
    const prepared = createSealing(`${key},${generateKey()}`);
    expect(prepared.currentPrefix).toBe(createSealing(key).currentPrefix);
  });

  test('that are unknown are told from texts that are damaged', () => {
    const sealed = createSealing(key).seal(tokens, 'secret');
    const other = createSealing(generateKey());
    expect(() => other.open(tokens, sealed)).toThrow(UnknownKeyError);
    let damage: unknown;
    try {
      createSealing(key).open(tokens, flip(sealed, 3, 0));
    } catch (error) {
      damage = error;
    }
    expect(damage).toBeDefined();
    expect(damage).not.toBeInstanceOf(UnknownKeyError);
  });

  test('make fingerprints of a text that change with the text and the key', () => {
    const fingerprints = (text: string, keys = key) => createSealing(keys).fingerprints(text);
    expect(fingerprints('1234')).toEqual(fingerprints('1234'));
    expect(fingerprints('1234')).not.toEqual(fingerprints('1235'));
    expect(fingerprints('1234')).not.toEqual(fingerprints('1234', generateKey()));
    const rotated = fingerprints('1234', `${generateKey()},${key}`);
    expect(rotated).toHaveLength(2);
    expect(rotated).toEqual(expect.arrayContaining(fingerprints('1234')));
  });

  const ofBytes = (id: string, count: number) =>
    `${id}:${Buffer.alloc(count, 7).toString('base64')}`;

  test.each([
    '',
    'a',
    'a:short',
    ':',
    ofBytes('a', 31),
    ofBytes('a', 33),
    `${ofBytes('a', 32)},${ofBytes('a', 32)}`,
    `${ofBytes('a', 32)},`,
  ])('are not %j', (keys) => {
    expect(areKeys(keys)).toBe(false);
  });

  test('are of 32 bytes', () => {
    expect(areKeys(ofBytes('a', 32))).toBe(true);
    expect(areKeys(`${ofBytes('a', 32)}, ${ofBytes('b', 32)}`)).toBe(true);
  });
});
