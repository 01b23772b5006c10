import { connectorsContract } from '@trellis/contracts';
import { z } from 'zod';
import { operation, type Operation } from '../http/operation.js';

/** Browsers of end users come here: they have no access token. */
const browser = { tag: 'Connectors', access: 'public', method: 'get', status: 303 } as const;

export const authorizationOperations: Operation[] = [
  operation({
    ...browser,
    path: '/api/v1/connectors/authorizations/:ticket',
    summary: 'Begin the authorization of a connector client',
    description:
      'The `authorization` of a client that the end user has to authorize: redirects the browser to ' +
      'the authorization server. The address is valid for an hour.',
    async handle({ connectors, params: { ticket }, hrefs }) {
      const input = { ticket, redirect_uri: hrefs.authorized };
      const { location } = await connectors('authorizations.begin', input);
      return redirect(location);
    },
  }),
  operation({
    ...browser,
    path: '/api/v1/connectors/authorized',
    summary: 'Take the response of an authorization server',
    description:
      'The redirect URI (RFC 6749) to register with authorization servers. Redirects the browser to ' +
      'the app, with `client_id`, and `status=authorized` or `error`.',
    query: z.object({
      state: z.string().max(1024),
      code: z.string().max(8192).optional(),
      error: z.string().max(1024).optional(),
      error_description: z.string().max(8192).optional(),
      iss: z.string().max(1024).optional(),
    }),
    problems: connectorsContract.calls['authorizations.complete'].problems,
    async handle({ connectors, query, hrefs }) {
      const { location } = await connectors('authorizations.complete', {
        parameters: withoutUndefined(query),
        redirect_uri: hrefs.authorized,
      });
      return redirect(location);
    },
  }),
];

/** The address of this page has the code in it, so it must be neither cached nor sent as referrer. */
const redirect = (location: string) => ({
  headers: {
    Location: location,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  },
});

function withoutUndefined(query: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(query);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
