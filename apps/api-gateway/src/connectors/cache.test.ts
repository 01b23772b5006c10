import { describe, expect, test } from '@jest/globals';
import type { ConnectorDescription } from '@trellis/contracts';
import { cacheDescriptions, pageOfDescriptions } from '../connectors/description-cache.js';

const descriptions = (...ids: number[]) => ids.map((id) => ({ id }) as ConnectorDescription);

/** Returns a source of descriptions, with a clock that stands still. */
function source() {
  const state = {
    now: 1_000_000,
    fetches: 0,
    fetch: async (): Promise<ConnectorDescription[]> => descriptions(1),
  };
  const read = cacheDescriptions(
    () => {
      state.fetches += 1;
      return state.fetch();
    },
    () => state.now,
  );
  return { state, read };
}

describe('descriptions', () => {
  test('are fetched once, for all who wait', async () => {
    const { state, read } = source();
    const [one, other] = await Promise.all([read(), read()]);
    expect(one).toEqual(descriptions(1));
    expect(other).toBe(one);
    expect(await read()).toBe(one);
    expect(state.fetches).toBe(1);
  });

  test('that have not changed stay the same object', async () => {
    const { state, read } = source();
    const before = await read();
    state.now += 60_000;
    expect(await read()).toBe(before);
    expect(state.fetches).toBe(2);
  });

  test('are the new ones a minute after a deployment', async () => {
    const { state, read } = source();
    await read();
    state.fetch = async () => descriptions(1, 2);
    state.now += 60_000;
    expect(await read()).toEqual(descriptions(1, 2));
  });

  test('are fetched again in the background before that', async () => {
    const { state, read } = source();
    await read();
    state.fetch = async () => descriptions(1, 2);
    state.now += 30_000;
    expect(await read()).toEqual(descriptions(1));
    expect(state.fetches).toBe(2);
    await new Promise(setImmediate);
    expect(await read()).toEqual(descriptions(1, 2));
    expect(state.fetches).toBe(2);
  });

  test('are the old ones while they cannot be fetched', async () => {
    const { state, read } = source();
    await read();
    state.fetch = () => Promise.reject(new Error('unavailable'));
    state.now += 60_000;
    expect(await read()).toEqual(descriptions(1));
    state.now += 30_000;
    expect(await read()).toEqual(descriptions(1));
    expect(state.fetches).toBe(3);
  });

  test('that were never fetched fail, and are fetched for the next request', async () => {
    const { state, read } = source();
    state.fetch = () => Promise.reject(new Error('unavailable'));
    await expect(read()).rejects.toThrow('unavailable');
    state.fetch = async () => descriptions(1);
    expect(await read()).toEqual(descriptions(1));
  });
});

test('a page of descriptions leads to the next one', () => {
  const all = descriptions(1, 2, 5);
  expect(pageOfDescriptions(all, { limit: 3 })).toEqual({ items: all });
  expect(pageOfDescriptions(all, { limit: 2 })).toEqual({ items: descriptions(1, 2), next: '2' });
  expect(pageOfDescriptions(all, { limit: 2, cursor: '2' })).toEqual({ items: descriptions(5) });
});
