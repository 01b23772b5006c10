import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { vocabulary, type CapabilityDefinition } from '../vocabulary.js';

const reference = readFileSync(new URL('../../CAPABILITIES.md', import.meta.url), 'utf8');

/** The rows of tables, without the blanks that align them. */
const rows = reference
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.replaceAll(/ +/g, ' '));

const code = (name: string) => `\`${name}\``;

/** The row of a capability in the table. */
function rowOf(name: string, { types, properties = {}, actions = {} }: CapabilityDefinition) {
  const named = Object.entries(properties).map(
    ([property, { type, unit }]) => `${code(property)} (${unit ?? type})`,
  );
  const invoked = Object.keys(actions).map((action) => `${code(action)} (action)`);
  return `| ${code(name)} | ${[...named, ...invoked].join(', ')} | ${types.map(code).join(', ')} |`;
}

test.each(Object.entries<CapabilityDefinition>(vocabulary))(
  'CAPABILITIES.md lists the capability %s',
  (name, definition) => {
    expect(rows).toContain(rowOf(name, definition));
  },
);
