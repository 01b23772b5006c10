import { z } from 'zod';

interface TokenAnswer {
  status: number;
  /** As RFC 6749 (section 5) defines it. */
  body: Record<string, unknown>;
}

const jsonObject = z.looseObject({});

/** Members that are numbers of seconds; several servers write 0 for a token that does not expire. */
const numbers = ['expires_in', 'interval'];

const seconds = z.coerce.number().positive();

/**
 * Returns the answer of a token endpoint, or the codes for a device (RFC 8628), as the standards define them: servers send
 * forms, numbers as texts, lists of scopes, errors with 200, or leave `token_type` out. Undefined if it is none.
 */
export function tokenAnswer(given: { status: number; text: string }): TokenAnswer | undefined {
  const body = membersIn(given.text);
  if (!body) return undefined;
  const isSuccess = given.status >= 200 && given.status < 300;
  if ('access_token' in body) {
    // Trellis requests no tokens of another type.
    return {
      status: isSuccess ? 200 : given.status,
      body: { ...normalized(body), token_type: 'bearer' },
    };
  }
  if (typeof body.error === 'string' && isSuccess) return { status: 400, body };
  return { status: isSuccess ? 200 : given.status, body: normalized(body) };
}

/** Returns the members of JSON or of a form. */
function membersIn(text: string): Record<string, unknown> | undefined {
  try {
    return jsonObject.parse(JSON.parse(text));
  } catch {
    const form = Object.fromEntries(new URLSearchParams(text.trim()));
    return 'access_token' in form || 'error' in form ? form : undefined;
  }
}

function normalized({
  scope,
  verification_url,
  ...body
}: Record<string, unknown>): Record<string, unknown> {
  const members = Object.entries(body).flatMap(([name, value]) => {
    const known = numbers.includes(name) ? seconds.safeParse(value).data : (value ?? undefined);
    return known === undefined ? [] : [[name, known] as const];
  });
  const result: Record<string, unknown> = Object.fromEntries(members);
  if (Array.isArray(scope)) result.scope = scope.join(' ');
  else if (typeof scope === 'string') result.scope = scope;
  // The name before RFC 8628, which Google still sends.
  if (verification_url !== undefined) result.verification_uri ??= verification_url;
  return result;
}
