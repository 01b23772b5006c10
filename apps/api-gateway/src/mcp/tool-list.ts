import type { Scope } from '@trellis/contracts';
import { z } from 'zod';
import type { Tool } from './tool.js';
import { bulkTools } from './tools/bulk.js';
import { changeTools } from './tools/changes.js';
import { clientTools } from './tools/clients.js';
import { historyTools } from './tools/history.js';
import { interactionTools } from './tools/interactions.js';
import { logbookTools } from './tools/logbook.js';
import { thingTools } from './tools/things.js';
import { unitTools } from './tools/units.js';

/** The tools, in the order in which MCP clients see them. */
export const tools: readonly Tool[] = [
  ...thingTools,
  ...historyTools,
  ...logbookTools,
  ...interactionTools,
  ...bulkTools,
  ...unitTools,
  ...clientTools,
  ...changeTools,
];

const annotations = {
  reads: { readOnlyHint: true, openWorldHint: false },
  sets: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  acts: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
} as const;

/** As MCP clients see them. Schemas are made once: they are the dearest part of a list. */
const listed = tools.map(({ name, title, description, access, effect, input, output }) => ({
  access,
  shown: {
    name,
    title,
    description,
    inputSchema: schemaOf(input),
    outputSchema: schemaOf(output),
    annotations: annotations[effect],
  },
}));

export const toolsFor = (scopes: readonly string[]) =>
  listed.filter(({ access }) => isAllowed(access, scopes)).map(({ shown }) => shown);

const isAllowed = (access: Scope | 'any token', scopes: readonly string[]): boolean =>
  access === 'any token' || scopes.includes(access);

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export const toolNamed = (name: string): Tool | undefined => byName.get(name);

function isEmpty(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;
}

/** Outputs are not closed: members that are added later must not make them invalid for those who have this list. */
function schemaOf(schema: z.ZodObject) {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema }) {
      // As long as all other members together, and said by the format.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      // These are the defaults of JSON Schema.
      delete jsonSchema.propertyNames;
      if (isEmpty(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
    },
  });
  return rest as { type: 'object' };
}
