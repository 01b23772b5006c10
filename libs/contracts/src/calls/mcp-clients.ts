import { z } from 'zod';
import { uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { memberRole as role } from '../roles.js';
import { plainText } from '../text.js';
import { environment, organization } from './organizations.js';

/** Largest number of MCP clients of a person; those that were not used for the longest time give way. */
export const maxMcpClients = 50;

/** The name by which an MCP client calls itself. */
export const mcpClientName = plainText.max(100);

/** A program that a person has authorized to act as them in an environment. */
export const mcpClient = z.object({
  id: uuid,
  name: mcpClientName,
  /** Where the browser went with the authorization code. */
  redirect_host: z.string(),
  environment: environment.pick({ id: true, name: true }),
  organization: organization.pick({ id: true, name: true }),
  /** The scopes that it may get at most; those of the role of the person limit them further. */
  scopes: z.array(z.string()),
  created: z.iso.datetime(),
  last_used: z.iso.datetime(),
  /** When it has to be authorized again, unless it is used before. */
  expires: z.iso.datetime(),
});
export type McpClient = z.infer<typeof mcpClient>;

/** The most characters of a client id that is an address. */
export const maxClientAddress = 500;

/** SHA-256 (hexadecimal) of a client id, which can be long. */
const client = z.string().regex(/^[0-9a-f]{64}$/);

const by = { person: z.string() };

/**
 * Calls about MCP clients. Each has a generation: that of its authorization code is 0, and each exchange for an access token
 * begins the next one, so that of copies of a code or a refresh token one works.
 */
export const mcpClientCalls = defineCalls({
  /** Authorizes an MCP client; it is forgotten unless it redeems its code within a minute. */
  'mcp_clients.authorize': {
    input: z.object({
      ...by,
      id: uuid,
      client,
      name: mcpClientName,
      redirect_host: z.string(),
      environment: z.string(),
      scopes: z.array(z.string()),
    }),
    output: z.object({ organization: uuid }),
    problems: ['environment_deleted'],
  },
  /**
   * Begins the next generation; returns what an access token says. A code or refresh token that was used before ends the
   * authorization: there are copies of it.
   */
  'mcp_clients.redeem': {
    input: z.object({ id: uuid, client, generation: z.number().int().min(0) }),
    output: z.object({
      generation: z.number().int(),
      name: mcpClientName,
      environment: z.string(),
      scopes: z.array(z.string()),
      role,
      person: z.object({ id: z.string(), email: z.string() }),
    }),
    problems: ['invalid_client', 'two_factor_needed'],
  },
  /** Ends the authorization of an MCP client that gives its refresh token back; says whose it was, if there was one. */
  'mcp_clients.revoke': {
    input: z.object({ id: uuid, client }),
    output: z.object({
      revoked: z.object({ environment: z.string(), email: z.string() }).optional(),
    }),
    problems: ['invalid_client'],
  },
  'mcp_clients.list': {
    input: z.object(by),
    output: z.object({ clients: z.array(mcpClient) }),
  },
  'mcp_clients.remove': {
    input: z.object({ ...by, id: z.string() }),
    output: z.object({ organization: uuid }),
  },
});

/** Calls of connector-runtime, which alone may send requests to addresses that others name. */
export const clientDocumentCalls = defineCalls({
  /** Reads the document at a client id that is an address; fails with the reason why there is none. */
  'mcp_clients.read_document': {
    input: z.object({ url: z.url({ protocol: /^https$/ }).max(maxClientAddress) }),
    output: z.union([
      z.object({
        document: z.looseObject({}),
        /** For how long it is valid (s), if the server says so. */
        max_age_seconds: z.number().int().min(0).optional(),
      }),
      z.object({ failure: z.string() }),
    ]),
  },
});
