import { describe, expect, test } from '@jest/globals';
import { areKeys, createSealing, generateKey } from './index.js';

describe('sealing', () => {
  const key = generateKey();

  test('returns what was sealed, and reveals nothing of it', () => {
    const sealing = createSealing(key);
    const sealed = sealing.seal({ password: 'hunter2' });
    expect(sealed).not.toContain('hunter2');
    expect(sealing.open(sealed)).toEqual({ password: 'hunter2' });
  });

  test('never produces the same text twice', () => {
    const sealing = createSealing(key);
    expect(sealing.seal('same')).not.toBe(sealing.seal('same'));
  });

  test('opens with an old key and seals with the new one after a rotation', () => {
    const old = createSealing(key).seal('secret');
    const rotated = createSealing(`${generateKey()},${key}`);
    expect(rotated.open(old)).toBe('secret');
    expect(old.startsWith(rotated.currentPrefix)).toBe(false);
    expect(rotated.seal('secret').startsWith(rotated.currentPrefix)).toBe(true);
  });

  test('makes fingerprints of a text that change with the text and the key', () => {
    const fingerprints = (text: string, keys = key) => createSealing(keys).fingerprints(text);
    expect(fingerprints('1234')).toEqual(fingerprints('1234'));
    expect(fingerprints('1234')).not.toEqual(fingerprints('1235'));
    expect(fingerprints('1234')).not.toEqual(fingerprints('1234', generateKey()));
    const rotated = fingerprints('1234', `${generateKey()},${key}`);
    expect(rotated).toHaveLength(2);
    expect(rotated).toEqual(expect.arrayContaining(fingerprints('1234')));
  });

  test.each(['', 'v1.nobody.a.b.c', 'v1.x', 'plain text'])('rejects %j', (sealed) => {
    expect(() => createSealing(key).open(sealed)).toThrow();
  });

  test('rejects a text that was modified', () => {
    const sealing = createSealing(key);
    const parts = sealing.seal({ a: 'secret' }).split('.');
    parts[4] = Buffer.from('{"a":"forged"}').toString('base64url');
    expect(() => sealing.open(parts.join('.'))).toThrow();
  });

  test.each(['', 'a', 'a:short', ':'])('does not accept %j as keys', (keys) => {
    expect(areKeys(keys)).toBe(false);
  });
});
