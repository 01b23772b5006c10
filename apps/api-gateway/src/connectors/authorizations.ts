import { z } from 'zod';
import { digestOf, newBrowserSecret } from '../access/browser-cookie.js';
import { operation, type Operation, problemsOf } from '../operation.js';
import { flagParameter, defined } from '@trellis/operations';

/** Browsers of end users come here: they have no access token. */
const browser = { tag: 'Connectors', access: { scope: 'public' } } as const;

export const authorizationOperations: Operation[] = [
  operation.get('/api/v1/connectors/authorizations/:ticket', {
    ...browser,
    id: 'beginAuthorization',
    summary: 'Begin the authorization of a connector client',
    description:
      'The `authorization` of a client that the end user has to authorize: redirects the browser to ' +
      'the authorization server, or to a page with a code to enter there, with a cookie by which it is recognized when ' +
      'it returns. The address ' +
      'is valid for an hour. A client that was authorized before keeps the account at the vendor: with another one, ' +
      'the browser returns with `error=other_account`, and everything stays as it was.',
    input: {
      query: z.object({
        accept_other_account: flagParameter(
          'With `true`, the end user may choose another account than before.',
        ),
        prompt: z
          .enum(['login'])
          .optional()
          .describe(
            'Makes the authorization server ask for the account again (OpenID Connect), if it supports that.',
          ),
      }),
    },
    answer: { status: 303, forPeople: true, problems: problemsOf('authorizations.begin') },
    async handle({ connectors, browserCookies, params: { ticket }, query, hrefs }) {
      const secret = newBrowserSecret();
      const { location, state } = await connectors('authorizations.begin', {
        ticket,
        redirect_uri: hrefs.authorized,
        browser: digestOf(secret),
        ...query,
      });
      return redirect(location ?? hrefs.deviceCode(state), browserCookies.set(state, secret));
    },
  }),
  operation.get('/api/v1/connectors/authorized', {
    ...browser,
    id: 'completeAuthorization',
    summary: 'Take the response of an authorization server',
    description:
      'The redirect URI (RFC 6749) to register with authorization servers. Redirects the browser that ' +
      'began the authorization to the app, with `client_id`, and `status=authorized` or `error`: that of the ' +
      'authorization server (RFC 6749), `other_account`, or `temporarily_unavailable` when the vendor does not say ' +
      'whose account it is.',
    input: {
      query: z.object({
        state: z.string().max(1024).describe('As the request had it.'),
        code: z.string().max(8192).optional().describe('The authorization code.'),
        error: z.string().max(1024).optional().describe('Why it was refused.'),
        error_description: z.string().max(8192).optional().describe('The same in words.'),
        iss: z.string().max(1024).optional().describe('Who sends it (RFC 9207).'),
      }),
    },
    answer: { status: 303, forPeople: true, problems: problemsOf('authorizations.complete') },
    audit: { resource: 'connector_client' },
    async handle({ connectors, browserCookies, query, hrefs, header, identify }) {
      const secret = browserCookies.read(query.state, header('Cookie'));
      const { location, client, developer, subject, error } = await connectors(
        'authorizations.complete',
        {
          parameters: defined(query),
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

/** Returns a redirect that is not cached, since the address of this page contains the code. */
const redirect = (location: string, cookie: string) => ({
  headers: { Location: location, 'Set-Cookie': cookie, 'Cache-Control': 'no-store' },
});
