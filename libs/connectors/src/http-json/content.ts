import type { HttpRequest } from '@trellis/connector-sdk';
import type { Command } from './description/requests.js';
import { fillBody } from './template.js';

/** Returns the body of a request as it is sent: JSON, or a form of its members. */
export function contentOf(
  { body, body_as }: Pick<Command, 'body' | 'body_as'>,
  variables: Readonly<Record<string, unknown>>,
): Pick<HttpRequest, 'json' | 'body'> & { headers?: Record<string, string> } {
  if (body === undefined) return {};
  const json = fillBody(body, variables);
  if (body_as === 'json') return { json };
  const members = Object.entries(json as object).map(([name, value]): [string, string] => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return {
    body: new URLSearchParams(members).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}
