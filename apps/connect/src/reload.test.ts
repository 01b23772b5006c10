/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';

const script = readFileSync(new URL('../public/reload.js', import.meta.url), 'utf8');

/** A browser that opens the page; files fail to load by calls of `fail`. */
function open(kept: Map<string, string>) {
  const heard = new Map<string, (event: object) => void>();
  const root = { textContent: 'Loading…' };
  let reloads = 0;
  runInNewContext(script, {
    addEventListener: (name: string, listen: (event: object) => void) => heard.set(name, listen),
    location: { reload: () => (reloads += 1) },
    document: { getElementById: () => root },
    sessionStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => kept.set(name, text),
      removeItem: (name: string) => kept.delete(name),
    },
  });
  return {
    root,
    reloads: () => reloads,
    fail: (tagName: string) => heard.get('error')!({ target: { tagName } }),
    finish: () => heard.get('load')?.({}),
  };
}

test('a page whose files are on another server is loaded once more, and then says so', () => {
  const kept = new Map<string, string>();
  const first = open(kept);
  first.fail('IMG');
  expect(first.reloads()).toBe(0);
  first.fail('SCRIPT');
  first.fail('LINK');
  expect(first.reloads()).toBe(1);
  const second = open(kept);
  second.fail('SCRIPT');
  second.finish();
  expect(second.reloads()).toBe(0);
  expect(second.root.textContent).toContain('could not be loaded');
  const later = open(kept);
  later.fail('LINK');
  expect(later.reloads()).toBe(1);
});
