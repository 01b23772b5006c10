import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const template = fileURLToPath(new URL('../connector-template', import.meta.url));

export interface NewConnector {
  /** What developers call it by: `acme-hub`. */
  type: string;
  /** Shown to people; made from the type by default. */
  name?: string | undefined;
  /** The number of its description. */
  id: number;
}

/** Why a connector cannot be made. */
export class CannotCreate extends Error {}

/** Makes the folder of a connector, a working one that is to be changed. Answers where. */
export function createFolder(connectors: string, { type, name, id }: NewConnector): string {
  if (!/^[a-z][a-z0-9-]{0,62}$/.test(type) || type.endsWith('-')) {
    throw new CannotCreate('The type has small letters, digits and hyphens, as in acme-hub.');
  }
  if (name !== undefined && !/^[^'\\\n`]{1,60}$/.test(name)) {
    throw new CannotCreate('The name has 1 to 60 characters, none of them a quote or a backslash.');
  }
  const folder = join(connectors, type);
  if (existsSync(folder)) throw new CannotCreate(`There is a connector ${type} already.`);
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

/** The list of connectors with one more. */
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

const variableOf = (type: string) =>
  type.replaceAll(/-+([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

const titleOf = (type: string) =>
  type
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
