import { describe, expect, test } from '@jest/globals';
import { readModel, type ModelType } from './read-model.js';

const base = 'http://example.com/';
const read = (text: string, type: ModelType = 'text/turtle', match?: string) =>
  readModel({ text, type, base, match });

const prefixes = `
@prefix : <http://example.com/house#> .
@prefix brick: <https://brickschema.org/schema/Brick#> .
@prefix rec: <https://w3id.org/rec#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix ref: <https://brickschema.org/schema/Brick/ref#> .
`;

const ns = 'http://example.com/house#';

describe('a model', () => {
  test('has units with names, types and links, with each link at the later unit', async () => {
    const { units } = await read(`${prefixes}
      :room a rec:Room ; rdfs:label "Room 1" ; rec:isPartOf :floor .
      :floor a rec:Level ; rec:isPartOf :house . :house a rec:Building .
      :vav a brick:VAV ; brick:feeds :room .`);
    expect(units).toMatchObject([
      { id: `${ns}room`, name: 'Room 1', type: 'Room', parents: [], children: [] },
      { name: 'floor', type: 'Level', parents: [], children: [`${ns}room`] },
      { name: 'house', type: 'Building', parents: [], children: [`${ns}floor`] },
      { name: 'vav', type: 'VAV', parents: [], children: [`${ns}room`] },
    ]);
  });

  test('has points with identifiers of their things', async () => {
    const id = '756e1623-914f-4415-9000-b1b10ce8f5c9';
    const text = `${prefixes} :room a brick:Room ; brick:hasPoint :t, <urn:uuid:${id}> .
      :t a brick:Temperature_Sensor ; rdfs:label "T" ;
        ref:hasExternalReference [ ref:hasTimeseriesId "${id}" ; ref:storedAt "db" ] .
      <urn:uuid:${id}> a brick:CO2_Sensor .`;
    const { units } = await read(text, 'text/turtle', 'http://www.w3.org/2000/01/rdf-schema#label');
    expect(units[0]!.points).toMatchObject([
      { iri: `${ns}t`, ids: [id], titles: ['T'] },
      { iri: `urn:uuid:${id}`, ids: [id], titles: [] },
    ]);
  });

  test('reports unknown classes, cycles, other nodes and unsupported statements', async () => {
    const { units, unmapped } = await read(
      JSON.stringify({
        '@context': { brick: 'https://brickschema.org/schema/Brick#' },
        '@graph': [
          { '@id': 'urn:a', '@type': 'urn:Hall', 'brick:isPartOf': { '@id': 'urn:b' } },
          { '@id': 'urn:b', '@type': 'brick:Room', 'brick:isPartOf': { '@id': 'urn:a' } },
          { '@id': 'urn:c', '@type': 'urn:Thing', 'brick:note': 'x', 'unit:none': 1 },
          { '@id': 'urn:g', '@graph': [{ '@id': 'urn:d', 'brick:note': 'in a graph' }] },
        ],
      }),
      'application/ld+json',
    );
    expect(units.map(({ type }) => type)).toEqual(['Hall', 'Room', 'model']);
    expect(unmapped.map(({ reason, term }) => [reason, term])).toEqual([
      ['invalid_iri', 'unit:none'],
      ['unsupported_statement', 'brick:note'],
      ['unknown_class', 'urn:Hall'],
      ['other_node', 'urn:Thing'],
      ['cycle', 'brick:isPartOf'],
    ]);
  });

  test('is limited in length and nesting', async () => {
    const nested = `:a a brick:Room ; :p ${'[ :p '.repeat(2_000)} 1 ${']'.repeat(2_000)} .`;
    const { units } = await read(prefixes + nested);
    expect(units).toHaveLength(2);
    const deep = `${'{"urn:p":'.repeat(500)}1${'}'.repeat(500)}`;
    await expect(read(deep, 'application/ld+json')).rejects.toThrow('nested at most');
    const many = `${prefixes} :a :p ${Array.from({ length: 200_001 }, (_, n) => n).join()} .`;
    await expect(read(many)).rejects.toThrow('at most 200000 statements');
    const repeated = `@prefix x: <urn:${'x'.repeat(2_000)}> . x:a x:b ${'x:c, '.repeat(12_000)} x:d .`;
    await expect(read(repeated)).rejects.toThrow('at most 67108864 characters');
    const long = `<urn:${'x'.repeat(300)}> a <https://brickschema.org/schema/Brick#Room> .`;
    expect((await read(long)).units[0]!.id).toMatch(/^urn:sha256:/);
    const tooLong = `<urn:${'x'.repeat(3_000)}> a <https://brickschema.org/schema/Brick#Room> .`;
    expect((await read(tooLong)).unmapped).toMatchObject([{ reason: 'invalid_iri' }]);
  });

  test('may have lists within lists, lists of nodes and nodes of many classes', async () => {
    const lists = `:a a brick:Room ; :p ${'( '.repeat(20_000)} 1 ${') '.repeat(20_000)} .`;
    expect((await read(prefixes + lists)).statements).toBe(40_002);
    const alternating = `:a a brick:Room ; :p ${'( [ :p '.repeat(9_999)} 1 ${'] ) '.repeat(9_999)} .`;
    expect((await read(prefixes + alternating)).statements).toBe(29_999);
    const types = `:a a ${Array.from({ length: 150_000 }, (_, n) => `:c${n}`).join()}, brick:Room .`;
    expect((await read(prefixes + types)).units).toHaveLength(1);
  });

  test('fetches no contexts, and is refused if it is malformed', async () => {
    const remote = JSON.stringify({ '@context': 'https://example.com/context', name: 'a' });
    await expect(read(remote, 'application/ld+json')).rejects.toThrow(
      'https://example.com/context',
    );
    for (const text of ['<a', ':a :b :c .', '{ <a> <b> <c> }']) {
      await expect(read(text)).rejects.toThrow('not Turtle');
    }
    await expect(read('{', 'application/ld+json')).rejects.toThrow('not JSON-LD');
  });
});

test('a class has the kind of its nearest known superclass, however many are between them', async () => {
  const classes = Array.from({ length: 20_000 }, (_, n) => `:C${n} rdfs:subClassOf :C${n + 1} .`);
  const text = `
    @prefix brick: <https://brickschema.org/schema/Brick#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix : <http://example.com/#> .
    ${classes.join('\n')} :C20000 rdfs:subClassOf brick:Room .
    ${classes.map((_class, n) => `:r${n} a :C${n} .`).join('\n')}`;
  const { units } = await readModel({ text, type: 'text/turtle', base: 'http://example.com/' });
  expect(units.filter(({ type }) => type !== 'model')).toHaveLength(20_000);
});
