import { describe, expect, test } from '@jest/globals';
import { createHrefs } from '../context/hrefs.js';
import type { ThingResource } from './resource.js';
import { keepDescription } from './kept-descriptions.js';

const described = (title: string) => ({ title }) as ThingResource;

describe('a Thing Description', () => {
  test('is made once for each key', () => {
    const hrefs = createHrefs('https://trellis.example');
    const made = keepDescription(hrefs, 'one', () => described('Lamp'));
    expect(keepDescription(hrefs, 'one', () => described('another'))).toBe(made);
    expect(keepDescription(hrefs, 'two', () => described('Plug'))).toEqual(described('Plug'));
  });

  test('belongs to one public address', () => {
    const [one, other] = ['https://a.example', 'https://b.example'].map(createHrefs);
    keepDescription(one!, 'lamp', () => described('at a'));
    expect(keepDescription(other!, 'lamp', () => described('at b')).title).toBe('at b');
  });

  test('that is large is made anew', () => {
    const hrefs = createHrefs('https://trellis.example');
    const large = 'x'.repeat(64 * 1024);
    keepDescription(hrefs, 'large', () => described(large));
    expect(keepDescription(hrefs, 'large', () => described('new')).title).toBe('new');
  });

  test('that was not asked for lately makes room for others', () => {
    const hrefs = createHrefs('https://trellis.example');
    const half = 'x'.repeat(60 * 1024);
    for (let n = 0; n < 300; n += 1) keepDescription(hrefs, String(n), () => described(half));
    expect(keepDescription(hrefs, '0', () => described('new')).title).toBe('new');
    expect(keepDescription(hrefs, '299', () => described('new')).title).toBe(half);
  });
});
