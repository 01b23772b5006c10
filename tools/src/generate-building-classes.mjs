import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Parser } from 'n3';

/**
 * Writes the classes of Brick and RealEstateCore, by what they are classes of, from their ontologies:
 * node tools/src/generate-building-classes.mjs <Brick.ttl> <rec.ttl>
 */
const [, , ...files] = process.argv;
const target = resolve(import.meta.dirname, '../../libs/building-models/src/classes.ts');
const namespaces = {
  brick: 'https://brickschema.org/schema/Brick#',
  rec: 'https://w3id.org/rec#',
};
/** The classes below which all others are, the more specific kinds first. */
const roots = {
  point: ['brick:Point', 'rec:Point'],
  location: ['brick:Location', 'rec:Space', 'rec:Architecture', 'rec:BuildingElement'],
  equipment: ['brick:Equipment', 'rec:Asset'],
  collection: ['brick:Collection', 'rec:Collection'],
};

const expand = (name) => name.replace(/^(\w+):/, (_all, prefix) => namespaces[prefix]);

const quads = files.flatMap((file) => new Parser().parse(readFileSync(file, 'utf8')));
const versions = quads
  .filter(({ predicate }) => predicate.value.endsWith('owl#versionInfo'))
  .map(({ subject, object }) => `${subject.value} ${object.value}`);

const below = new Map();
for (const { subject, predicate, object } of quads) {
  if (!/(rdf-schema#subClassOf|owl#equivalentClass)$/.test(predicate.value)) continue;
  link(object.value, subject.value);
  if (predicate.value.endsWith('equivalentClass')) link(subject.value, object.value);
}

function link(above, name) {
  below.set(above, [...(below.get(above) ?? []), name]);
}

const seen = new Set();
const table = Object.fromEntries(
  Object.entries(roots).map(([kind, names]) => [kind, byNamespace(names.map(expand))]),
);

/** The names of the classes at and below some, by the prefixes of their namespaces. */
function byNamespace(open) {
  const found = [];
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    found.push(next);
    open.push(...(below.get(next) ?? []));
  }
  return Object.fromEntries(
    Object.entries(namespaces).map(([prefix, namespace]) => [
      prefix,
      found
        .filter((iri) => iri.startsWith(namespace))
        .map((iri) => iri.slice(namespace.length))
        .sort(),
    ]),
  );
}

const lines = (names) => names.join(' ').replaceAll(/(.{1,96})(?: |$)/g, '      $1\n');
const kinds = Object.entries(table).map(
  ([kind, names]) =>
    `  ${kind}: {\n${Object.entries(names)
      .map(([prefix, list]) => `    ${prefix}: \`\n${lines(list)}    \`,\n`)
      .join('')}  },\n`,
);
writeFileSync(
  target,
  `/**
 * The classes of Brick and RealEstateCore (both BSD-3-Clause), by what they are classes of. Written by
 * \`tools/src/generate-building-classes.mjs\` from ${versions.join(' and ')}.
 */
export const classNames = {
${kinds.join('')}} as const;
`,
);
console.log(
  Object.entries(table).map(([kind, { brick, rec }]) => `${kind}: ${brick.length} + ${rec.length}`),
);
