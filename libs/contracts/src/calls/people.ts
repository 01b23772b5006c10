import { z } from 'zod';
import { uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { sealed } from './instances.js';

/** A request to sign in, or about the way in which somebody signs in, as the gateway forwards it. */
export const signInRequest = z.object({
  method: z.enum(['GET', 'POST']),
  /** Below `/api/auth`, with its query. */
  path: z.string(),
  /** Cookie, origin, user agent and address of the browser. */
  headers: z.record(z.string(), z.string()),
  /** JSON text. */
  body: z.string().optional(),
});
export type SignInRequest = z.infer<typeof signInRequest>;

export const signInAnswer = z.object({
  status: z.number().int(),
  /** Where a link leads, such as that of an e-mail. */
  location: z.string().optional(),
  /** Values of `Set-Cookie`. */
  cookies: z.array(z.string()),
  /** JSON text; empty for none. */
  body: z.string(),
});
export type SignInAnswer = z.infer<typeof signInAnswer>;

/** A person who is signed in. */
export const person = z.object({ id: z.string(), email: z.string(), name: z.string() });
export type Person = z.infer<typeof person>;

export const peopleCalls = defineCalls({
  /** Answers a {@link signInRequest}. Both are sealed, since they have passwords and cookies. */
  'people.sign_in': {
    input: z.object({ id: uuid, request: sealed }),
    output: z.object({ answer: sealed }),
    // Hashing a password takes a while where many sign in.
    timeoutMs: 8_000,
  },
  /** Returns the person whose session a `Cookie` header has. */
  'people.read_session': {
    input: z.object({ id: uuid, cookie: sealed }),
    output: person,
    problems: ['not_signed_in'],
  },
});
