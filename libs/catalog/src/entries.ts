import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connector } from '@trellis/connector-sdk';
import { description } from '@trellis/connectors/http-json';
import { parse } from 'yaml';
import { z } from 'zod';
import { toConnector } from './connector.js';
import { recorded } from './recorded.js';
import { vendor, type Entry } from './vendor.js';

export type { Entry };

/** The folder of the vendors; each has a folder of its own, named for its id. */
export const vendorsFolder = join(import.meta.dirname, '../vendors');

/** Reads vendors, by default all of them in the order of their ids. */
export const readVendors = (ids = readdirSync(vendorsFolder).sort()): Entry[] =>
  ids.map((id) => toEntry(id, readYaml(id, 'vendor')));

/** Checks the content of `vendor.yaml`. */
export const toEntry = (id: string, content: unknown): Entry => ({ id, ...vendor.parse(content) });

/** Reads the connectors of all vendors. */
export const readConnectors = (): Connector[] => readVendors().map(toConnector);

export const readYaml = (id: string, name: string): unknown =>
  parse(readFileSync(join(vendorsFolder, id, `${name}.yaml`), 'utf8'));

/** Returns the JSON Schemas of the files of a vendor, for editors. */
export const schemas = (): Record<'vendor' | 'recorded', object> => ({
  vendor: withDescription(z.toJSONSchema(vendor, { io: 'input', unrepresentable: 'any' })),
  recorded: z.toJSONSchema(recorded, { io: 'input' }),
});

/** Adds the schema of the description of an API, which refers to settings. */
function withDescription(schema: z.core.JSONSchema.JSONSchema) {
  const configuration = z.toJSONSchema(description, { io: 'input', unrepresentable: 'any' });
  return { ...schema, properties: { ...schema.properties, configuration } };
}
