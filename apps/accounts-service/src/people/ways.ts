import { createAuthEndpoint } from 'better-auth/api';

/** How people can sign in and up here. */
export interface Ways {
  /** The host of the OpenID provider. */
  openid?: string;
  sign_up: 'invited' | 'open';
  /** Whether forgotten passwords can be replaced. */
  sends_mail: boolean;
}

/** Tells pages how people can sign in: `GET /api/auth/ways`. */
export const ways = (answer: Ways) => ({
  id: 'ways',
  endpoints: {
    readWays: createAuthEndpoint('/ways', { method: 'GET' }, async (context) =>
      context.json(answer),
    ),
  },
});
