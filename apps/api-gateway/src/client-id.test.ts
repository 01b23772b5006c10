import { expect, test } from '@jest/globals';
import { clientId } from '@trellis/contracts';
import { z } from 'zod';
import { openApiDocument } from './openapi.js';

/** The requests of OAuth 2.0, whose members have the names of RFC 6749. */
const ofOauth = [
  '/paths//api/v1/mcp_clients/request/get/parameters/1',
  '/components/schemas/NewMcpClient',
  '/components/schemas/TokenRequest',
];

interface Use {
  path: string;
  schema: unknown;
}

/** Finds the members and parameters of a name, as `path` in the document. */
function findUses(node: unknown, name: string, path = ''): Use[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties, name: parameter, schema } = node as Record<string, unknown>;
  const member = (properties as Record<string, unknown> | undefined)?.[name];
  return [
    ...(member === undefined ? [] : [{ path, schema: member }]),
    ...(parameter === name ? [{ path, schema }] : []),
    ...Object.entries(node).flatMap(([key, value]) => findUses(value, name, `${path}/${key}`)),
  ];
}

test('client_id is the id of a connector client in every answer, event and message', () => {
  const uses = findUses(openApiDocument('https://trellis.example'), 'client_id');
  const { $schema: _ofDocument, ...one } = z.toJSONSchema(clientId);
  const own = uses.filter(({ path }) => !ofOauth.includes(path));
  expect(own.length).toBeGreaterThanOrEqual(8);
  expect(own).toEqual(own.map(({ path }) => ({ path, schema: one })));
  expect(uses.length - own.length).toBe(ofOauth.length);
});
