import { buildSchema, graphql } from 'graphql';
import type { z } from 'zod';
import type { instance } from '../configuration.js';
import { startApi, type ApiServer, type Reply } from './server.js';

const schema = buildSchema(`
  type Query { homes(first: Int!, after: String): Homes! }
  type Mutation { setTarget(home: ID!, degrees: Float!): Home }
  type Homes { nodes: [Home!]! pageInfo: PageInfo! }
  type PageInfo { endCursor: String hasNextPage: Boolean! }
  type Home { id: ID! name: String! degrees: Float target: Float }
`);

const query = `query Homes($first: Int!, $after: String) {
  homes(first: $first, after: $after) {
    nodes { id name degrees target }
    pageInfo { endCursor hasNextPage }
  }
}`;

const mutation = `mutation Target($home: ID!, $degrees: Float!) {
  setTarget(home: $home, degrees: $degrees) { id }
}`;

/** Homes of a GraphQL API, of which a request reads two. */
export const homes: z.input<typeof instance> = {
  base_url: 'http://{host}',
  parameters: { host: { type: 'host' } },
  requests: {
    homes: {
      method: 'POST',
      path: '/graphql',
      body: { query, variables: { first: 2, after: '{cursor}' } },
      error: '$.errors',
      paging: {
        by: 'cursor',
        at: '$.data.homes.pageInfo.endCursor',
        more: '$.data.homes.pageInfo.hasNextPage',
        variable: 'cursor',
      },
    },
  },
  devices: [
    {
      request: 'homes',
      entities: '$.data.homes.nodes[*]',
      id: '$.id',
      title: '$.name',
      variables: { home: '$.id' },
      properties: [
        { capability: 'temperature', value: '$.degrees' },
        {
          capability: 'thermostat.target_temperature',
          value: '$.target',
          write: {
            method: 'POST',
            path: '/graphql',
            body: { query: mutation, variables: { home: '{home}', degrees: '{value}' } },
            error: '$.errors',
          },
        },
      ],
    },
  ],
};

interface Sent {
  query: string;
  variables?: Record<string, unknown>;
}

/** Starts an API that the reference implementation of GraphQL answers. */
export async function startGraphql(): Promise<ApiServer> {
  const all = [1, 2, 3, 4].map((n) => ({
    id: `h${n}`,
    name: `Home ${n}`,
    degrees: 20 + n,
    target: 21,
  }));
  const rootValue = {
    homes({ first, after }: { first: number; after?: string | null }) {
      const start = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
      const nodes = all.slice(start, start + first);
      const hasNextPage = start + first < all.length;
      return { nodes, pageInfo: { endCursor: nodes.at(-1)?.id ?? null, hasNextPage } };
    },
    setTarget({ home, degrees }: { home: string; degrees: number }) {
      const found = all.find(({ id }) => id === home);
      return found && Object.assign(found, { target: degrees });
    },
  };
  return startApi(async ({ body }): Promise<Reply> => {
    const { query: source, variables } = body as Sent;
    return { json: await graphql({ schema, source, rootValue, variableValues: variables }) };
  });
}
