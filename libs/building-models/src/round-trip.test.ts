import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromUnits } from './from-units.js';
import { readModel, type ModelType } from './read-model.js';
import { importInto } from './testing/account.js';
import { canonize } from './testing/canonize.js';
import { writeModel } from './write.js';

const base = 'http://example.com/model/';
const types: ModelType[] = ['text/turtle', 'application/ld+json'];

/** Imports a text into an account and exports it again. */
async function throughUnits(text: string, type: ModelType): Promise<string> {
  const model = await readModel({ text, type: 'text/turtle', base });
  const nodes = fromUnits(importInto(model), { vocabulary: 'brick', translates: false });
  return [...writeModel(nodes, type)].join('');
}

const prefixes = `
@prefix : <http://example.com/house#> .
@prefix brick: <https://brickschema.org/schema/Brick#> .
@prefix rec: <https://w3id.org/rec#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

const levels = Array.from({ length: 40 }, (_, level) => level);

const models: Record<string, string> = {
  'of spaces, equipment and points': `
    :house a rec:Building ; rdfs:label "House", "Haus"@de ; rec:hasPart :floor .
    :floor a brick:Floor ; brick:hasPart :kitchen .
    :kitchen a brick:Room, brick:Kitchen ; brick:area [ brick:value 24 ; brick:unit "m²" ] .
    :ahu a brick:AHU ; brick:feeds :kitchen ; brick:hasPoint :t .
    :t a brick:Temperature_Sensor ; brick:isPointOf :kitchen .`,
  'with an ontology and nodes of other kinds': `
    <http://example.com/house> a owl:Ontology ; owl:imports <https://brickschema.org/schema/1.4/Brick> .
    :Den rdfs:subClassOf brick:Room . :den a :Den . :note rdfs:comment "nothing" . [] rdfs:comment "no name" .`,
  'with values of many kinds': `
    :a a brick:Room ; :list ( 1 "two" () ) ; :empty [] ; :flag true, "1"^^xsd:boolean ;
      :numbers 1, 01, -0, 1.50, "9007199254740993"^^xsd:integer, "x"^^xsd:integer ;
      :text "a\\"b\\\\c\\n", ""@en-GB, "" ; rdfs:label "  " ; :when "2026-01-01"^^xsd:date .`,
  'with lists of lists and of nodes': `:a a brick:Room ; :list ( [ :three 3 ] ( :four ) ) .`,
  'with lists and nodes that are nested deeply': `
    :a a brick:Room ; :lists ${levels.map((n) => `( ${n} `).join('')} 1 ${') '.repeat(40)} ;
      :both ${levels.map((n) => `( ${n} [ :q ${n} ; :p `).join('')} 1 ${'] 2 ) '.repeat(40)} .`,
  'with nodes without IRIs that several refer to, and circles of them': `
    :a a brick:Room ; :p _:shared ; :q _:one . :b a brick:Room ; :p _:shared .
    _:shared :r "s" . _:one :next _:two . _:two :next _:one . _:x :self _:x . [] a brick:Floor .`,
  'with relations that close cycles': `
    :a a brick:Floor ; brick:isPartOf :b ; brick:hasPart :a . :b a brick:Floor ; brick:isPartOf :a .
    :v a brick:VAV ; brick:hasLocation :b ; brick:feeds :a .`,
  'with relations to nodes that it does not describe': `
    :a a brick:Room ; brick:isPartOf <urn:elsewhere> ; brick:hasPoint <urn:point> .`,
};

describe('a model is the same once it has been in units', () => {
  for (const [name, text] of Object.entries(models)) {
    for (const type of types) {
      test(`${name}, as ${type}`, async () => {
        const whole = prefixes + text;
        const written = await throughUnits(whole, type);
        expect(await canonize(written, type, base)).toBe(await canonize(whole, types[0]!, base));
      });
    }
  }

  const iri = fc.constantFrom(':a', ':b', ':c', ':d', '<urn:x:e%20f>', '_:g', '_:h', '_:i');
  const predicate = fc.constantFrom(
    'brick:hasPart',
    'brick:isPartOf',
    'brick:feeds',
    'rec:includes',
    'brick:hasPoint',
    'brick:isPointOf',
    'rdfs:label',
    ':p',
    'rdfs:subClassOf',
  );
  const classes = fc.constantFrom('brick:Room', 'rec:Level', 'brick:AHU', 'brick:CO2_Sensor', ':C');
  const literal = fc.oneof(
    fc.string().map((text) => JSON.stringify(text.replaceAll('\u0000', ''))),
    fc.constantFrom('1', '1.0', 'true', '"x"@en', '"y"^^xsd:date', '( 1 :a )', '[ :q _:j ]'),
  );
  const statement = fc.oneof(
    fc.tuple(iri, predicate, fc.oneof(iri, literal)).map((parts) => parts.join(' ')),
    fc.tuple(iri, classes).map(([subject, name]) => `${subject} a ${name}`),
  );

  test('for arbitrary statements', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(statement, { maxLength: 12 }), async (statements) => {
        const text = prefixes + statements.map((line) => `${line} .\n`).join('');
        const before = await canonize(text, types[0]!, base);
        for (const type of types) {
          const written = await throughUnits(text, type);
          expect(await canonize(written, type, base)).toBe(before);
        }
      }),
      { examples: [[['_:i rdfs:subClassOf _:h', '_:h rdfs:subClassOf _:i']]] },
    );
  });
});

/** A folder with models in Turtle, such as `examples` of https://github.com/BrickSchema/Brick. */
const folder = process.env.BRICK_MODELS;
if (folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ttl'))
    .sort();

  describe('the models of a folder', () => {
    test('are there', () => {
      expect(files.length).toBeGreaterThan(0);
    });

    test.each(files)('%s comes out as it went in', async (name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const stated = await canonize(text, types[0]!, base);
      expect(stated).not.toBe('');
      for (const type of types) {
        expect(await canonize(await throughUnits(text, type), type, base)).toBe(stated);
      }
    });
  });
}
