import { describe, expect, test } from '@jest/globals';
import { createHrefs } from '../resources/hrefs.js';
import { cachedDescription } from './list.js';
import type { ThingResource } from './resource.js';

const described = (title: string) => ({ title }) as ThingResource;

describe('a Thing Description', () => {
  test('is made once for each key', () => {
    const hrefs = createHrefs('https://trellis.example');
    const made = cachedDescription(hrefs, 'one', () => described('Lamp'));
    expect(cachedDescription(hrefs, 'one', () => described('another'))).toBe(made);
    expect(cachedDescription(hrefs, 'two', () => described('Plug'))).toEqual(described('Plug'));
  });

  test('belongs to one public address', () => {
    const [one, other] = ['https://a.example', 'https://b.example'].map(createHrefs);
    cachedDescription(one!, 'lamp', () => described('at a'));
    expect(cachedDescription(other!, 'lamp', () => described('at b')).title).toBe('at b');
  });

  test('that is large is made anew', () => {
    const hrefs = createHrefs('https://trellis.example');
    const large = 'x'.repeat(64 * 1024);
    cachedDescription(hrefs, 'large', () => described(large));
    expect(cachedDescription(hrefs, 'large', () => described('new')).title).toBe('new');
  });

  test('that was not asked for lately makes room for others', () => {
    const hrefs = createHrefs('https://trellis.example');
    const half = 'x'.repeat(60 * 1024);
    for (let n = 0; n < 300; n += 1) cachedDescription(hrefs, String(n), () => described(half));
    expect(cachedDescription(hrefs, '0', () => described('new')).title).toBe('new');
    expect(cachedDescription(hrefs, '299', () => described('new')).title).toBe(half);
  });
});
