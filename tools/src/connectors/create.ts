import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../command-line.js';

const template = fileURLToPath(new URL('../connector-template', import.meta.url));

export interface NewConnector {
  /** Identifier that developers use: `acme-hub`. */
  type: string;
  /** Display name; made from the type by default. */
  name?: string | undefined;
  id: number;
}

/** Creates the folder of a connector from the template. Returns its path. */
export function createFolder(connectors: string, { type, name, id }: NewConnector): string {
  if (!/^[a-z][a-z0-9-]{0,62}$/.test(type) || type.endsWith('-')) {
    throw new CommandError('The type has lowercase letters, digits and hyphens, as in acme-hub.');
  }
  if (name !== undefined && !/^[^'\\\n`]{1,60}$/.test(name)) {
    throw new CommandError('The name has 1 to 60 characters, none of them a quote or a backslash.');
  }
  const folder = join(connectors, type);
  if (existsSync(folder)) throw new CommandError(`The connector ${type} exists already.`);
  cpSync(template, folder, { recursive: true });
  for (const file of filesIn(folder)) {
    const text = readFileSync(file, 'utf8')
      .replaceAll('connector-template', type)
      .replaceAll('Connector Template', name ?? titleOf(type))
      .replaceAll('connectorTemplate', variableOf(type))
      .replace('id: 0,', `id: ${id},`);
    writeFileSync(file, text);
  }
  return folder;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Adds a connector to the source of the list of connectors. */
export function withConnector(list: string, type: string): string {
  const variable = variableOf(type);
  const line = `import { ${variable} } from './${type}/connector.js';`;
  const imports = [...list.matchAll(/^import .*;$/gm)].map(([found]) => found);
  const [contract = '', ...others] = imports;
  const sorted = [...others, line].sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1));
  return list
    .replace(imports.join('\n'), [contract, ...sorted].join('\n'))
    .replace(/,?\n\] as unknown/, `,\n  ${variable},\n] as unknown`);
}

const pathOf = (line: string) => /'(.*)'/.exec(line)?.[1] ?? '';

/** Returns the name of the variable with a connector. */
export const variableOf = (type: string) =>
  type.replaceAll(/-+([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

const titleOf = (type: string) =>
  type
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
