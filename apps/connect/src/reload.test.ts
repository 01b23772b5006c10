/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';

const script = readFileSync(new URL('../public/reload.js', import.meta.url), 'utf8');

/** Opens the page in a fake browser. `fail` makes a file fail to load. */
function open(storage: Map<string, string>) {
  const listeners = new Map<string, (event: object) => void>();
  const root = { textContent: 'Loading…' };
  let reloads = 0;
  runInNewContext(script, {
    addEventListener: (name: string, listen: (event: object) => void) =>
      listeners.set(name, listen),
    location: { reload: () => (reloads += 1) },
    document: { getElementById: () => root },
    sessionStorage: {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, text: string) => storage.set(name, text),
      removeItem: (name: string) => storage.delete(name),
    },
  });
  return {
    root,
    reloads: () => reloads,
    fail: (tagName: string) => listeners.get('error')!({ target: { tagName } }),
    finish: () => listeners.get('load')?.({}),
  };
}

test('a page with missing files is reloaded once, then shows an error', () => {
  const storage = new Map<string, string>();
  const first = open(storage);
  first.fail('IMG');
  expect(first.reloads()).toBe(0);
  first.fail('SCRIPT');
  first.fail('LINK');
  expect(first.reloads()).toBe(1);
  const second = open(storage);
  second.fail('SCRIPT');
  second.finish();
  expect(second.reloads()).toBe(0);
  expect(second.root.textContent).toContain('could not be loaded');
  const later = open(storage);
  later.fail('LINK');
  expect(later.reloads()).toBe(1);
});
