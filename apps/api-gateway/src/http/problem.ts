import { Problem, problems, type ProblemExtras } from '@trellis/contracts';
import type { Answer } from './operation.js';
import type { Hrefs } from './href.js';

/** Seconds after which a request is worth repeating when a dependency was away. */
const retryAfter = 2;

/** A problem as an answer: RFC 9457, with the headers that its status calls for. */
export function problemAnswer(problem: Problem, hrefs: Hrefs, requestId: string): Answer {
  const { code, message, extras } = problem;
  const { status, title, remedy } = { remedy: undefined, ...problems[code] };
  return {
    status,
    // Clients of the token endpoint take nothing else (RFC 6749, section 5.2).
    type: extras.oauth ? 'application/json' : 'application/problem+json',
    headers: headersOf(problem, status),
    body: {
      type: hrefs.problem(code),
      title,
      status,
      detail: message,
      instance: requestId,
      ...(extras.errors && { errors: extras.errors }),
      ...(extras.existing && { existing: { href: hrefOf(extras.existing, hrefs) } }),
      ...(extras.cycle && { cycle: extras.cycle }),
      ...(remedy && { remedy }),
      ...(extras.oauth && { error: extras.oauth, error_description: message }),
    },
  };
}

function headersOf({ code, extras }: Problem, status: number): Record<string, string> {
  if (status === 429 || status === 503) {
    return { 'Retry-After': String(extras.retry_after ?? retryAfter) };
  }
  if (extras.oauth) {
    return {
      'Cache-Control': 'no-store',
      ...(status === 401 && { 'WWW-Authenticate': 'Basic realm="Trellis"' }),
    };
  }
  if (code === 'invalid_token') return { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
  if (code === 'insufficient_scope') {
    return { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${extras.scope}"` };
  }
  if (extras.allow) return { Allow: extras.allow.join(', ') };
  return {};
}

function hrefOf(existing: NonNullable<ProblemExtras['existing']>, hrefs: Hrefs): string {
  if (existing.kind === 'property') return hrefs.unitProperty(existing.id, existing.name);
  return hrefs[existing.kind](existing.id);
}
