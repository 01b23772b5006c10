import { vocabulary, type CapabilityDefinition } from '@trellis/connector-sdk';
import type { PropertyAffordance } from '@trellis/contracts';
import { format, resolveConfig } from 'prettier';

const definitions = Object.entries<CapabilityDefinition>(vocabulary);

/** Returns the types and the data of all capabilities for the client, generated from the vocabulary. */
export async function clientCapabilities(): Promise<string> {
  const text = `// Made from the vocabulary of connectors by \`npm run generate:client\`.

/** The properties and actions of the capabilities that things of all technologies share. */
export interface Capabilities {
${definitions.map(([name, definition]) => `${name}: ${typeOf(definition)};`).join('\n')}
}

/** The terms that a property of a capability has with every technology; its role is primary by default. */
export interface PropertySchema {
  readonly type: string;
  readonly unit?: string;
  readonly role?: string;
}

/** How to recognize a capability and its properties. */
export const capabilities: {
  readonly [Name in keyof Capabilities]: {
    readonly type: string;
    readonly main: readonly string[];
    readonly properties: Readonly<Record<string, PropertySchema>>;
    readonly actions: readonly string[];
  };
} = ${JSON.stringify(Object.fromEntries(definitions.map(([name, one]) => [name, dataOf(one)])))};
`;
  const options = await resolveConfig(new URL(import.meta.url));
  return format(text, { ...options, parser: 'typescript' });
}

function typeOf({ properties = {}, actions = {} }: CapabilityDefinition): string {
  const all = Object.entries(properties);
  const writable = all.filter(([, { readOnly }]) => !readOnly);
  const readOnly = all.filter((one) => !writable.includes(one));
  const invoked = Object.keys(actions).map((name) => `'${name}'`);
  return `{
    writable: ${objectType(writable)};
    readOnly: ${objectType(readOnly)};
    actions: ${invoked.join(' | ') || 'never'};
  }`;
}

const objectType = (properties: [string, PropertyAffordance][]): string =>
  properties.length === 0
    ? 'object'
    : `{${properties.map(([name, one]) => `${commentOf(one)}\n${name}: ${valueType(one)};`).join('\n')}}`;

function commentOf({ title, description, unit, minimum, maximum }: PropertyAffordance): string {
  const range = minimum === undefined ? '' : `, ${minimum} to ${maximum ?? 'more'}`;
  const measure = unit === undefined ? '' : ` (${unit}${range})`;
  return `/** ${title}${measure}.${description === undefined ? '' : ` ${description}`} */`;
}

function valueType({ type, enum: options, properties }: PropertyAffordance): string {
  if (options) return options.map((one) => JSON.stringify(one)).join(' | ');
  if (type === 'integer') return 'number';
  if (type !== 'object') return type!;
  const members = Object.entries(properties ?? {}) as [string, PropertyAffordance][];
  return `{ ${members.map(([name, one]) => `${name}: ${valueType(one)}`).join('; ')} }`;
}

function dataOf({ types, main, properties = {}, actions = {} }: CapabilityDefinition) {
  const schemas = Object.entries(properties).map(([name, { type, unit, role }]) => [
    name,
    { type, unit, role },
  ]);
  return {
    type: types[0],
    main: main ?? Object.keys(properties),
    properties: Object.fromEntries(schemas) as object,
    actions: Object.keys(actions),
  };
}
