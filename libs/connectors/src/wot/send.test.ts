import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import {
  Rejected,
  Unavailable,
  invokeAction,
  writeProperties,
  writeProperty,
} from '@trellis/connector-sdk';
import { wot } from './connector.js';
import type { Answers } from './testing/device.js';
import { contextOf, device, goneOrigin } from './testing/in-test.js';

/** Waits until a condition holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await nextTurn();
}

/** Starts a thing with a property and an action with this form. */
async function deviceWith(form: object, answers: Answers) {
  const peer = await device({
    '/': {
      id: 'urn:a',
      title: 'A',
      properties: { p: { forms: [{ href: '/p', op: 'writeproperty', ...form }] } },
      actions: { go: { forms: [{ href: '/go', ...form }] } },
    },
    ...answers,
  });
  const context = (signal?: AbortSignal) => contextOf({ url: peer.origin }, signal);
  return {
    ...peer,
    write: (value: unknown) =>
      writeProperty(wot, context(), { device: 'urn:a', property: 'p', value }),
    invoke: (input?: unknown, signal?: AbortSignal) =>
      invokeAction(wot, context(signal), { device: 'urn:a', action: 'go', input }),
    last: () => peer.seen.at(-1)!,
  };
}

const status =
  (code: number, headers: Record<string, string> = {}, body?: unknown): Answers[string] =>
  (_request, response) =>
    void response
      .writeHead(code, { 'content-type': 'application/json', ...headers })
      .end(body === undefined ? undefined : JSON.stringify(body));

describe('a request', () => {
  test.each([
    [{}, { on: true }, 'PUT', 'application/json', '{"on":true}'],
    [{}, 'text', 'PUT', 'application/json', '"text"'],
    [{}, null, 'PUT', 'application/json', 'null'],
    [{ 'htv:methodName': 'POST' }, 5, 'POST', 'application/json', '5'],
    [{ contentType: 'text/plain' }, 'text', 'PUT', 'text/plain', 'text'],
    [{ contentType: 'text/plain' }, 5.5, 'PUT', 'text/plain', '5.5'],
    [{ contentType: 'application/senml+json' }, [1], 'PUT', 'application/senml+json', '[1]'],
  ])('by the form %j for %j is a %s of %s: %s', async (form, value, method, type, body) => {
    const { write, last } = await deviceWith(form, { '/p': status(204) });
    await write(value);
    expect(last()).toMatchObject({ method, body, headers: { 'content-type': type } });
  });

  test('for an action without input has no body', async () => {
    const { invoke, last } = await deviceWith({}, { '/go': status(204) });
    expect(await invoke()).toBeUndefined();
    expect(last()).toMatchObject({ method: 'POST', path: '/go', body: '' });
    expect(last().headers['content-type']).toBeUndefined();
  });

  test('for an action may be a GET, which many small devices expect', async () => {
    const form = { href: '/go?turn=on', 'htv:methodName': 'GET' };
    const { invoke, last } = await deviceWith(form, { '/go': { ison: true } });
    expect(await invoke({ ignored: 1 })).toEqual({ ison: true });
    expect(last()).toMatchObject({ method: 'GET', path: '/go?turn=on', body: '' });
  });

  test('is sent with the next form when a server is down, and never twice', async () => {
    const gone = await goneOrigin();
    const peer = await device({ '/p': status(204), '/go': status(500) });
    const forms = (path: string, op: string) =>
      [gone, peer.origin, peer.origin].map((origin, n) => ({
        href: `${origin}${path}?${n}`,
        op,
      }));
    peer.answers['/'] = {
      id: 'urn:a',
      title: 'A',
      properties: { p: { forms: forms('/p', 'writeproperty') } },
      actions: { go: { forms: forms('/go', 'invokeaction') } },
    };
    const other = await device({ '/': peer.answers['/']! });
    const context = contextOf({ url: other.origin });
    await writeProperty(wot, context, { device: 'urn:a', property: 'p', value: 1 });
    const failing = invokeAction(wot, context, { device: 'urn:a', action: 'go', input: undefined });
    await expect(failing).rejects.toBeInstanceOf(Unavailable);
    expect(peer.seen.map(({ path }) => path)).toEqual(['/p?1', '/go?1']);
  });
});

describe('a response', () => {
  test.each([400, 404, 405, 409, 413, 415, 422, 501])('with %i is Rejected', async (code) => {
    const { write, invoke } = await deviceWith({}, { '/p': status(code), '/go': status(code) });
    await expect(write(1)).rejects.toBeInstanceOf(Rejected);
    await expect(invoke(1)).rejects.toBeInstanceOf(Rejected);
  });

  test.each([429, 500, 503])('with %i is Unavailable', async (code) => {
    const { write, invoke } = await deviceWith({}, { '/p': status(code), '/go': status(code) });
    await expect(write(1)).rejects.toBeInstanceOf(Unavailable);
    await expect(invoke(1)).rejects.toBeInstanceOf(Unavailable);
  });
});

describe('an action', () => {
  test.each<[string, Answers[string], unknown]>([
    ['an answer', { a: 1 }, { a: 1 }],
    [
      'an answer that has a status of its own',
      status(201, {}, { status: 'hot' }),
      { status: 'hot' },
    ],
    ['an answer that cannot be read', status(200, { 'content-type': 'image/png' }, '…'), '…'],
    ['nothing', status(202), undefined],
    ['one that has ended', status(201, {}, { status: 'completed', output: 5 }), 5],
  ])('that returns %s is done', async (_what, answer, output) => {
    const { invoke } = await deviceWith({}, { '/go': answer });
    expect(await invoke()).toEqual(output);
  });

  /** Answers each request with the next of these, and then with the last. */
  const inTurn = (...sequence: Answers[string][]): Answers[string] => {
    let turn = 0;
    return (request, response) => {
      const answer = sequence[Math.min(turn, sequence.length - 1)]!;
      turn += 1;
      return typeof answer === 'function' ? answer(request, response) : answer;
    };
  };
  const running = { status: 'running' };
  const done = { status: 'completed', output: { level: 5 } };

  test.each<[string, Answers]>([
    [
      'its status, as in the HTTP profile',
      { '/go': status(201, { location: '/x/1' }, { status: 'pending', href: '/x/1' }) },
    ],
    ['its header', { '/go': status(202, { location: '/x/1' }) }],
    ['its body alone', { '/go': status(202, {}, { status: 'pending', href: 'x/1' }) }],
  ])('that goes on is followed to the address in %s', async (_what, answers) => {
    const { invoke } = await deviceWith({}, { ...answers, '/x/1': inTurn(running, running, done) });
    expect(await invoke()).toEqual({ level: 5 });
  });

  test('may end after one request for its status failed', async () => {
    const { invoke } = await deviceWith(
      {},
      { '/go': status(202, { location: '/x' }), '/x': inTurn(status(503), running, done) },
    );
    expect(await invoke()).toEqual({ level: 5 });
  });

  test('whose status is gone has an unknown outcome', async () => {
    const { invoke } = await deviceWith({}, { '/go': status(202, { location: '/gone' }) });
    await expect(invoke()).rejects.toMatchObject({ constructor: Unavailable, sent: true });
  });

  test('may have an address for its result instead of a status', async () => {
    const { invoke } = await deviceWith(
      {},
      { '/go': status(202, { location: '/x' }), '/x': inTurn(status(202), { level: 7 }) },
    );
    expect(await invoke()).toEqual({ level: 7 });
  });

  test.each(['failed', 'error', 'cancelled'])('that ends as %s is Rejected', async (end) => {
    const ended = { status: end, error: 'a text of the remote' };
    const { invoke } = await deviceWith(
      {},
      { '/go': status(202, { location: '/x' }), '/x': inTurn(running, ended) },
    );
    const outcome = await invoke().catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(Rejected);
    expect(String(outcome)).not.toContain('a text of the remote');
  });

  test('that does not end is abandoned when the signal is aborted', async () => {
    const { invoke, seen } = await deviceWith(
      {},
      { '/go': status(202, { location: '/x' }), '/x': running },
    );
    const ending = new AbortController();
    const outcome = invoke(undefined, ending.signal);
    outcome.catch(() => undefined);
    await until(() => seen.some(({ path }) => path === '/x'));
    ending.abort();
    await expect(outcome).rejects.toBeInstanceOf(Unavailable);
  });
});

describe('a write of several properties', () => {
  /** Starts a thing with three properties, and a form of the thing itself. */
  async function thingWith(forms: object[], answers: Answers) {
    const property = (href: string) => ({ forms: [{ href, op: 'writeproperty' }] });
    const properties = { a: property('/a'), b: property('/b'), c: property('/c') };
    const peer = await device({ '/': { id: 'urn:a', title: 'A', properties, forms }, ...answers });
    const write = () =>
      writeProperties(wot, contextOf({ url: peer.origin }), {
        device: 'urn:a',
        values: { a: 1, b: 'two' },
      });
    const sent = () =>
      peer.seen.filter(({ method }) => method === 'PUT').map(({ path, body }) => `${path} ${body}`);
    return { write, sent };
  }
  const form = { href: '/all', op: ['readallproperties', 'writemultipleproperties'] };

  test('is one request where the description has a form for it', async () => {
    const { write, sent } = await thingWith([form], { '/all': status(204) });
    await write();
    expect(sent()).toEqual(['/all {"a":1,"b":"two"}']);
  });

  test('is one request each where it has none', async () => {
    const { write, sent } = await thingWith([], { '/a': status(204), '/b': status(204) });
    await write();
    expect(sent()).toEqual(['/a 1', '/b "two"']);
  });

  test('is one request each where the server does not serve the form, and says which were written', async () => {
    const answers = { '/all': status(405), '/a': status(204), '/b': status(400) };
    const { write, sent } = await thingWith([form], answers);
    await expect(write()).rejects.toMatchObject({ written: ['a'] });
    expect(sent()).toEqual(['/all {"a":1,"b":"two"}', '/a 1', '/b "two"']);
  });
});
