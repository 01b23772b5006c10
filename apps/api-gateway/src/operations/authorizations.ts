import { z } from 'zod';
import { operation, type Operation } from '../http/operation.js';

/** These are where browsers of end users come by: they have no access token. */
const browser = { tag: 'Connectors', access: 'public', method: 'get', status: 303 } as const;

export const authorizationOperations: Operation[] = [
  operation({
    ...browser,
    path: '/api/v1/connectors/authorizations/:ticket',
    summary: 'Begin the authorization of a connector client',
    description:
      'What a client names as `authorization` while the end user has to authorize it: sends the ' +
      'browser to the provider. The address is good for an hour.',
    async handle({ connectors, params: { ticket }, hrefs }) {
      const input = { ticket, redirect_uri: hrefs.authorized };
      const { location } = await connectors('authorizations.begin', input);
      return onward(location);
    },
  }),
  operation({
    ...browser,
    path: '/api/v1/connectors/authorized',
    summary: 'Take the answer of a provider',
    description:
      'The redirect URI (RFC 6749) to register with providers. Sends the browser on to the app, ' +
      'with `client_id`, and `status=authorized` or `error`.',
    query: z.object({
      state: z.string().max(1024),
      code: z.string().max(8192).optional(),
      error: z.string().max(1024).optional(),
      error_description: z.string().max(8192).optional(),
      iss: z.string().max(1024).optional(),
    }),
    problems: ['authorization_expired'],
    async handle({ connectors, query, hrefs }) {
      const { location } = await connectors(
        'authorizations.complete',
        { parameters: given(query), redirect_uri: hrefs.authorized },
        { deadline: 12_000 },
      );
      return onward(location);
    },
  }),
];

/** The code in the address of this page must not travel on. */
const onward = (location: string) => ({
  headers: {
    Location: location,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  },
});

function given(query: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(query);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
