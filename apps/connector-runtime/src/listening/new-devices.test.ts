import { describe, expect, test } from '@jest/globals';
import { combineParts, event, switchable, withKeys, type Entity } from '@trellis/connector-sdk';
import { toEntity } from '@trellis/connector-sdk/testing';
import { waitFor } from '@trellis/testing';
import { floodLimits } from './floods.js';
import { NewDevices } from './new-devices.js';
import { createReportBuffer } from './report-buffer.js';
import type { Reports } from './pending-reports.js';

const board = (id: string, parts: string[]): Entity =>
  toEntity({
    id,
    title: 'Board',
    abilities: combineParts(
      parts.map((part) => ({
        abilities: withKeys(part, [switchable.on({ write: String }), event('pressed', {})]),
      })),
    ),
  });

describe('a device that announces itself', () => {
  const times = { quietMs: 1_000, maxMs: 5_000 };

  test('waits until it has announced nothing further for a while', () => {
    const devices = new NewDevices(times);
    expect(devices.begin(board('new', ['a']), 0)).toBe(true);
    devices.note(board('new', ['a', 'b']), 900);
    expect(devices.mustWait('new', 1_800)).toBe(true);
    devices.note(board('new', ['a', 'b']), 1_890);
    expect(devices.mustWait('new', 1_900)).toBe(false);
  });

  test('does not wait for ever', () => {
    const devices = new NewDevices(times);
    devices.begin(board('new', ['part 0']), 0);
    for (let at = 0; at < 5_000; at += 500) {
      expect(devices.mustWait('new', at)).toBe(true);
      devices.note(board('new', [`part ${at}`]), at);
    }
    expect(devices.mustWait('new', 5_000)).toBe(false);
  });

  test('does not wait where its names never change', () => {
    const { keys: _keys, ...entity } = board('new', ['a']);
    expect(new NewDevices(times).begin(entity, 0)).toBe(false);
  });
});

/** A buffer of a client of which the device `known` was published before. */
function bufferOf(quietMs: number, pace = { burst: 20, intervalMs: 1 }) {
  const known = new Set(['known']);
  let wakeCount = 0;
  const published: { ids: string[]; properties: string[]; events: string[]; gone: string[] }[] = [];
  const buffer = createReportBuffer({
    async publish({ entities, gone, events = [] }: Reports, { mustWait }) {
      const waiting = entities.filter((one) => !known.has(one.id) && mustWait(one));
      const ready = entities.filter((one) => !waiting.includes(one));
      const isReady = ({ device }: { device: string }) => !waiting.some(({ id }) => id === device);
      for (const { id } of ready) known.add(id);
      published.push({
        ids: ready.map(({ id }) => id),
        properties: ready.flatMap(({ properties }) => Object.keys(properties)),
        events: events.filter(isReady).map(({ name }) => name),
        gone,
      });
      return { waiting: { entities: waiting, events: events.filter((one) => !isReady(one)) } };
    },
    runInStep(run) {
      wakeCount += 1;
      run();
    },
    pace,
    retryMs: () => 1,
    newDevices: new NewDevices({ quietMs, maxMs: 60_000 }),
    floods: floodLimits,
    onFailure: () => false,
    onFloods: () => undefined,
    onDropped: () => undefined,
  });
  const found = () => published.filter(({ ids }) => ids.length > 0);
  return { buffer, found, published, wakeCount: () => wakeCount };
}

describe('the reports of a listener', () => {
  test('publish a new device once, as a whole, with its events in order', async () => {
    const { buffer, found, published } = bufferOf(500);
    const pressed = (name: string) => ({ device: 'new', name });
    buffer.add({ entities: [board('new', ['b'])], gone: [], events: [pressed('first')] });
    await waitFor(() => published.length > 0);
    buffer.add({ entities: [board('new', ['a', 'b'])], gone: [], events: [pressed('second')] });
    buffer.add({ entities: [], gone: [], events: [pressed('third')] });
    await waitFor(() => found().length > 0);
    expect(found()).toEqual([
      {
        ids: ['new'],
        properties: ['on_1', 'on_2'],
        events: ['first', 'second', 'third'],
        gone: [],
      },
    ]);
    await buffer.end();
  });

  test('publish known devices at once, while a new one waits', async () => {
    const { buffer, found } = bufferOf(60_000);
    buffer.add({ entities: [board('new', ['a']), board('known', ['a'])], gone: [] });
    await waitFor(() => found().length > 0);
    buffer.add({ entities: [board('known', ['a', 'b'])], gone: [] });
    await waitFor(() => found().length > 1);
    expect(found().map(({ ids }) => ids)).toEqual([['known'], ['known']]);
    await buffer.end();
    expect(found()).toHaveLength(2);
  });

  test('say what is gone together with a new device, which may be the same one', async () => {
    const { buffer, found, published } = bufferOf(500);
    buffer.add({ entities: [board('new', ['a'])], gone: [] });
    await waitFor(() => published.length > 0);
    buffer.add({ entities: [board('new', ['a']), board('known', ['a'])], gone: ['old'] });
    await waitFor(() => found().length > 1);
    expect(found()).toMatchObject([
      { ids: ['known'], gone: [] },
      { ids: ['new'], gone: ['old'] },
    ]);
    await buffer.end();
  });

  test('are not delayed because a new device waits', async () => {
    const { buffer, found, wakeCount } = bufferOf(60_000, { burst: 2, intervalMs: 60_000 });
    buffer.add({ entities: [board('new', ['a'])], gone: [] });
    await waitFor(() => wakeCount() >= 3);
    for (const parts of [['a'], ['b']]) {
      const before = found().length;
      buffer.add({ entities: [board('known', parts)], gone: [] });
      await waitFor(() => found().length > before);
    }
    await buffer.end();
  });
});
