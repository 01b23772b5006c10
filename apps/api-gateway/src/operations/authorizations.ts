import { connectorsContract } from '@trellis/contracts';
import { z } from 'zod';
import { digestOf, newBrowserSecret } from '../http/browser-cookie.js';
import { operation, type Operation } from '../http/operation.js';

/** Browsers of end users come here: they have no access token. */
const browser = {
  tag: 'Connectors',
  access: 'public',
  forPeople: true,
  method: 'get',
  status: 303,
} as const;

export const authorizationOperations: Operation[] = [
  operation({
    ...browser,
    path: '/api/v1/connectors/authorizations/:ticket',
    id: 'beginAuthorization',
    summary: 'Begin the authorization of a connector client',
    description:
      'The `authorization` of a client that the end user has to authorize: redirects the browser to ' +
      'the authorization server, with a cookie by which it is recognized when it returns. The address ' +
      'is valid for an hour.',
    async handle({ connectors, browserCookies, params: { ticket }, hrefs }) {
      const secret = newBrowserSecret();
      const { location, state } = await connectors('authorizations.begin', {
        ticket,
        redirect_uri: hrefs.authorized,
        browser: digestOf(secret),
      });
      return redirect(location, browserCookies.set(state, secret));
    },
  }),
  operation({
    ...browser,
    path: '/api/v1/connectors/authorized',
    id: 'completeAuthorization',
    summary: 'Take the response of an authorization server',
    description:
      'The redirect URI (RFC 6749) to register with authorization servers. Redirects the browser that ' +
      'began the authorization to the app, with `client_id`, and `status=authorized` or `error`.',
    query: z.object({
      state: z.string().max(1024).meta({ description: 'As the request had it.' }),
      code: z.string().max(8192).optional().meta({ description: 'The authorization code.' }),
      error: z.string().max(1024).optional().meta({ description: 'Why it was refused.' }),
      error_description: z
        .string()
        .max(8192)
        .optional()
        .meta({ description: 'The same in words.' }),
      iss: z.string().max(1024).optional().meta({ description: 'Who sends it (RFC 9207).' }),
    }),
    problems: connectorsContract.calls['authorizations.complete'].problems,
    changes: true,
    async handle({ connectors, browserCookies, query, hrefs, header, identify }) {
      const secret = browserCookies.read(query.state, header('Cookie'));
      const { location, client, developer, subject, error } = await connectors(
        'authorizations.complete',
        {
          parameters: withoutUndefined(query),
          redirect_uri: hrefs.authorized,
          ...(secret !== undefined && { browser: digestOf(secret) }),
        },
      );
      const actor = { type: 'subject', id: subject } as const;
      identify({ developer, actor, subject, ids: [client], error });
      return redirect(location, browserCookies.clear(query.state));
    },
  }),
];

/** The address of this page has the code in it, so it must not be cached; no answer allows a referrer. */
const redirect = (location: string, cookie: string) => ({
  headers: {
    Location: location,
    'Set-Cookie': cookie,
    'Cache-Control': 'no-store',
  },
});

function withoutUndefined(query: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(query);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
