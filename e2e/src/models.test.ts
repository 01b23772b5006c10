import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { newAccount, waitFor, type Account } from '@trellis/testing';
import jsonld from 'jsonld';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();
const turtle = 'text/turtle';
const ldJson = 'application/ld+json';

const sendModel = (account: Account, body: string, query = '', type = turtle) =>
  account.request('POST', `/units/models${query}`, { headers: { 'content-type': type }, body });

/** Sends a model, and returns the import once it has ended. */
async function importModel(account: Account, body: string, query = '', type = turtle) {
  const sent = await sendModel(account, body, query, type);
  expect(sent).toMatchObject({ status: 202, body: { status: 'pending' } });
  expect(sent.headers.get('location')).toBe(sent.body.href);
  return untilEnded(account, sent.body.href);
}

async function untilEnded(account: Account, href: string) {
  const read = async () => (await account.request('GET', href)).body;
  await waitFor(async () => (await read()).ended !== undefined);
  return read();
}

async function exportModel(account: Account, query = '', type = turtle): Promise<string> {
  const answer = await fetch(`${stack().address}/api/v1/units/models${query}`, {
    headers: { authorization: `Bearer ${account.token}`, accept: type },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(type);
  return answer.text();
}

/** The canonical form of a model in JSON-LD, in which isomorphic graphs are equal. */
const canonize = async (text: string): Promise<string> =>
  jsonld.canonize(JSON.parse(text), { algorithm: 'RDFC-1.0' } as never) as never;

const thing = (title: string) => ({ title, properties: { temperature: { type: 'number' } } });

const house = (points: string) => `
@prefix : <http://example.com/house#> .
@prefix brick: <https://brickschema.org/schema/Brick#> .
@prefix rec: <https://w3id.org/rec#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix unit: <http://qudt.org/vocab/unit/> .
@prefix ref: <https://brickschema.org/schema/Brick/ref#> .

:house a rec:Building ; rdfs:label "Maison"@fr .
:ground a rec:Level ; rec:isPartOf :house .
:kitchen a brick:Room ; rdfs:label "Kitchen" ; brick:isPartOf :ground ;
  brick:area [ brick:value 24 ; brick:hasUnit unit:M2 ] .
:ahu a brick:AHU ; brick:hasLocation :ground ; brick:feeds :kitchen .
:ahu brick:feeds :ground .
${points}`;

describe('a model', () => {
  test('becomes units, links, properties and things, and is exported and imported elsewhere', async () => {
    const [one, other] = [newAccount(stack()), newAccount(stack())];
    const created = await one.request('POST', '/things', { body: thing('T-17') });
    const text = house(`
      :temperature a brick:Zone_Air_Temperature_Sensor ; brick:isPointOf :kitchen ;
        ref:hasExternalReference [ ref:hasTimeseriesId "${created.body.id}" ] .
      :co2 a brick:CO2_Level_Sensor ; brick:isPointOf :kitchen .`);

    const preview = await importModel(one, text, '?dry_run=true');
    expect(preview).toMatchObject({
      status: 'completed',
      dry_run: true,
      progress: { units: 4, created: 4, links: { added: 4 } },
    });
    expect((await one.request('GET', '/units')).body).toEqual([]);

    const imported = await importModel(one, text);
    expect(imported.progress).toEqual(preview.progress);
    expect(imported.progress).toMatchObject({ failed: 0, points: { matched: 1, unmatched: 1 } });
    expect(imported.progress.unmapped).toEqual([
      {
        reason: 'cycle',
        term: 'brick:feeds',
        count: 1,
        example: 'http://example.com/house#ground',
      },
      {
        reason: 'unmatched_point',
        term: 'brick:CO2_Level_Sensor',
        count: 1,
        example: 'http://example.com/house#co2',
      },
    ]);

    const [{ href }] = (await one.request('GET', '/units?name=Kitchen')).body;
    const kitchen = (await one.request('GET', href)).body;
    expect(kitchen).toMatchObject({
      type: 'Room',
      things: [{ href: created.body.href ?? expect.any(String) }],
    });
    expect(kitchen.parents).toHaveLength(2);
    expect(kitchen.properties).toContainEqual({
      name: 'brick:area',
      value: {
        '@context': {
          brick: 'https://brickschema.org/schema/Brick#',
          unit: 'http://qudt.org/vocab/unit/',
        },
        'brick:value': [24],
        'brick:hasUnit': [{ '@id': 'unit:M2' }],
      },
    });
    expect((await importModel(one, text)).progress).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 4,
      links: { added: 0, removed: 0 },
    });

    const exported = await exportModel(one, '', ldJson);
    expect((await importModel(other, exported, '', ldJson)).progress).toMatchObject({ created: 4 });
    expect(await canonize(await exportModel(other, '', ldJson))).toBe(await canonize(exported));
    const third = newAccount(stack());
    await importModel(third, await exportModel(other));
    expect(await canonize(await exportModel(third, '', ldJson))).toBe(await canonize(exported));
  });

  test('that has changed updates its units, moves them, and with `replace` takes away', async () => {
    const account = newAccount(stack());
    await importModel(account, house(''));
    const changed = house('').replace('brick:isPartOf :ground ;', 'brick:isPartOf :house ;');
    const moved = await importModel(account, changed.replace('"Kitchen"', '"Cooking"'));
    expect(moved.progress).toMatchObject({ updated: 1, links: { added: 1, removed: 1 } });
    const [{ href }] = (await account.request('GET', '/units?name=Cooking')).body;
    await account.request('POST', `${href}/properties`, { body: { name: 'note', value: 'mine' } });
    const less = changed.replace(/;\s+brick:area \[.*?\]/s, '');
    expect((await importModel(account, less)).progress.properties).toMatchObject({ removed: 0 });
    const { progress } = await importModel(account, less, '?replace=true');
    expect(progress).toMatchObject({ updated: 1, properties: { removed: 1 } });
    const names = (await account.request('GET', `${href}/properties`)).body.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toEqual(['model', 'rdfs:label', 'brick:isPartOf', 'note']);
  });

  test('names things by their titles with `match`', async () => {
    const account = newAccount(stack());
    await account.request('POST', '/things', { body: thing('T-17') });
    const points = ':t a brick:Temperature_Sensor ; rdfs:label "T-17" ; brick:isPointOf :kitchen .';
    expect((await importModel(account, house(points))).progress.points).toEqual({
      matched: 0,
      unmatched: 1,
    });
    const { progress } = await importModel(account, house(points), '?match=rdfs:label');
    expect(progress).toMatchObject({ updated: 1, points: { matched: 1, unmatched: 0 } });
  });

  test('is made of units that were never imported, in either vocabulary', async () => {
    const account = newAccount(stack());
    const create = async (name: string, type: string) =>
      (await account.request('POST', '/units', { body: { name, type, properties: [] } })).body.id;
    const [floor, room] = [await create('First floor', 'floor'), await create('Kitchen', 'room')];
    await account.request('POST', `/units/${room}/parents`, { body: { id: floor } });
    await account.request('POST', `/units/${room}/properties`, {
      body: { name: 'floor area', value: { sqm: 12.5 } },
    });
    const text = await exportModel(account);
    expect(text).toContain(`<urn:uuid:${room}> a brick:Room`);
    expect(text).toContain(`brick:isPartOf <urn:uuid:${floor}>`);
    const inRec = await exportModel(account, `?vocabulary=rec&below=${floor}`);
    expect(inRec).toContain(`<urn:uuid:${room}> a rec:Room`);
    await importModel(account, text);
    expect((await account.request('GET', '/units')).body).toHaveLength(2);
    const copy = newAccount(stack());
    await importModel(copy, text);
    const [{ href }] = (await copy.request('GET', '/units?name=Kitchen&type=room')).body;
    expect((await copy.request('GET', `${href}/properties/floor%20area`)).body.value).toEqual({
      sqm: 12.5,
    });
  });

  test('that is none, or names a context, fails with the reason', async () => {
    const account = newAccount(stack());
    const problemOf = async (body: string, type = turtle) =>
      (await importModel(account, body, '', type)).problem;
    expect(await problemOf('<a> <b>')).toMatchObject({ status: 400 });
    expect(await problemOf('{"@context":"https://example.com/c"}', ldJson)).toMatchObject({
      status: 400,
      detail: expect.stringContaining('https://example.com/c'),
    });
  });

  test('is refused when it has another type, is too large or is not text', async () => {
    const account = newAccount(stack());
    const statusOf = async (body: string, type?: string) =>
      (await sendModel(account, body, '', type)).status;
    expect(await statusOf('{}', 'application/json')).toBe(415);
    expect(await statusOf(`# ${'x'.repeat(4 * 1024 * 1024)}`)).toBe(413);
    expect(await statusOf('# \0')).toBe(400);
    const unknown = await account.request('GET', `/units/models?below=${randomUUID()}`);
    expect(unknown.status).toBe(400);
  });

  test('is imported by its account, and seen and cancelled by nobody else', async () => {
    const [account, stranger] = [newAccount(stack()), newAccount(stack())];
    const { href } = await importModel(account, house(''));
    expect((await stranger.request('GET', href)).status).toBe(404);
    expect((await stranger.request('POST', `${href}/cancel`)).status).toBe(404);
    expect((await account.request('POST', `${href}/cancel`)).body.status).toBe('completed');
  });
});
