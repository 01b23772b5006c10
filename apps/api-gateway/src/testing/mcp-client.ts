import { expect } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { tools } from '../mcp/tool-list.js';
import { type Calls, startGateway, type TestGateway } from './gateway.js';

export const thingId = '0190b1f4-6d5c-7cc0-8000-000000000001';
export const clientId = '0190b1f4-6d5c-7cc0-8000-000000000002';
export const now = '2026-11-21T00:00:00.000Z';

/** Returns a thing as units-service answers it. */
export const thing = (properties: object, values: object) => ({
  id: thingId,
  title: 'Stove',
  types: ['Stove'],
  properties,
  values,
  available: true,
  actions: { ignite: { title: 'Ignite', input: { type: 'integer' } } },
  availability: { state: 'available' },
  creator: { kind: 'app', id: 'ada' },
  created: now,
  modified: now,
});

const stove = thing(
  {
    temperature: { type: 'number', unit: 'degree celsius', readOnly: true },
    level: { type: 'integer', maximum: 10 },
    pin: { type: 'string', writeOnly: true },
  },
  { temperature: 21.5, level: 1, pin: '1234' },
);

const stoveAlone = (): Calls => ({
  'things.list': () => ({ items: [thingId], next: '7' }),
  'things.describe': () => ({ items: [stove], next: '7' }),
  'things.ordered': () => ({ items: [thingId] }),
  'things.show': () => ({ things: [stove], covered: 1 }),
  'things.read': () => stove,
  'things.aliases': () => ({ aliases: [] }),
  'types.descriptions': () => [],
  'things.write': () => ({}),
  'descriptions.list': () => [],
});

/** The answer to a message. */
export interface Reply {
  status: number;
  headers: Headers;
  body: {
    type?: string;
    error?: { code: number; message: string };
    result?: Record<string, never> & {
      tools: { name: string; annotations: object; inputSchema: object }[];
      structuredContent: Record<string, unknown>;
      content: { text: string }[];
      isError?: boolean;
    };
  };
}

export const message = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});

/** Returns an agent at a gateway in front of services that answer as they are told, and know of one thing otherwise. */
export async function startMcpClient(...[limits, publicUrl, options]: Options) {
  const answers = stoveAlone();
  const received: { name: string; input: Record<string, unknown> }[] = [];
  const calls = new Proxy(answers, {
    get: (known, name: string) => (input: Record<string, unknown>) => {
      if (name.startsWith('audit.')) return undefined;
      received.push({ name, input });
      if (!known[name]) throw new Problem('not_found', `${name} finds nothing.`);
      return known[name](input as never);
    },
  });
  const gateway = await startGateway(calls, limits, publicUrl, options);
  const post = postTo(gateway);

  /** Calls a tool, which holds to its own schema. */
  async function call(name: string, given: object, headers?: Record<string, string>) {
    const reply = await post(message('tools/call', { name, arguments: given }), headers);
    const { result } = reply.body;
    const { output } = tools.find((tool) => tool.name === name) ?? {};
    if (result && !result.isError) {
      expect(output!.parse(result.structuredContent)).toEqual(result.structuredContent);
    }
    return reply;
  }

  /** Returns an access token of the agent, for some scopes, or bound to a subject. */
  const as = (scope?: string, subject?: string) => ({
    authorization: `Bearer ${gateway.tokenOf('ada', 'agent', scope, subject)}`,
  });
  return { gateway, answers, received, post, call, as };
}

export type TestMcpClient = Awaited<ReturnType<typeof startMcpClient>>;

type Options = Parameters<typeof startGateway> extends [Calls, ...infer Rest] ? Rest : never;

/** Posts a message of the revisions of 2025, whatever it is. */
const postTo =
  ({ request }: Pick<TestGateway, 'request'>) =>
  async (sent: unknown, headers: Record<string, string> = {}): Promise<Reply> => {
    const response = await request('/mcp', {
      method: 'POST',
      body: JSON.stringify(sent),
      headers: { 'content-type': 'application/json', ...headers },
    });
    const text = await response.text();
    const body = (text === '' ? {} : JSON.parse(text)) as Reply['body'];
    return { status: response.status, headers: response.headers, body };
  };
