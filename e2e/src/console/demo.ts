import { request, signToken, type Stack } from '@trellis/testing';

/** The link that `npm start` prints. */
export const signInLink = (stack: Stack) => /http:\S+\/console#\S+/.exec(stack.output())![0];

/** Sends requests as the demo account, which the console shows. */
export const asDemo =
  (stack: () => Stack) =>
  (method: string, path: string, options: { body?: unknown; subject?: string } = {}) => {
    const authorization = `Bearer ${signToken(stack(), { sub: 'demo' })}`;
    return request(stack(), method, path, { ...options, headers: { authorization } });
  };
