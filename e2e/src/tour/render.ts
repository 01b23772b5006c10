import type { ApiAnswer, ApiRequest } from '@trellis/testing';

/** Maximum width of a line (characters). */
const width = 96;

/** Formats JSON with short values on one line. */
function toReadableJson(value: unknown, indent = ''): string {
  const inLine = JSON.stringify(value, null, 1)?.replaceAll(/\n\s*/g, ' ') ?? '';
  if (inLine.length + indent.length <= width || typeof value !== 'object' || value === null) {
    return inLine;
  }
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => inner + toReadableJson(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${inner}${JSON.stringify(name)}: ${toReadableJson(item, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Creates a function that replaces what differs between runs: ids by names, times and versions by placeholders. */
export const createStable = (address: string) => {
  const names = new Map<string, string>();
  return {
    /** Calls an id by a name from now on. */
    name: (id: string, name: string) => void names.set(id.replace('urn:uuid:', ''), name),
    text: (given: string): string =>
      given
        .replaceAll(`${address}/api/v1`, '')
        .replaceAll(encodeURIComponent(`${address}/api/v1`), '')
        .replaceAll(address, 'https://trellis.example')
        .replaceAll(uuid, (id) => `<${names.get(id) ?? 'id'}>`)
        .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, '<time>')
        .replaceAll(/(?<=cursor(?:=|": ?"))[^"&\s]+/g, '<cursor>')
        .replaceAll(/(?<="attempts": )\d+/g, '<number>')
        .replaceAll(/(?<="id": ")\d+-\d+-\d+/g, '<position>')
        .replaceAll(/(?<=")[\w-]{22}(?:\.[\w-]{22})?(?=")/g, '<version>'),
  };
};

/** The headers of requests and answers that a reader wants to see. */
const shownHeaders = ['if-match', 'if-none-match', 'prefer', 'x-external-subject-id', 'accept'];

export interface Exchange {
  method: string;
  path: string;
  options: ApiRequest;
  answer: Pick<ApiAnswer, 'status' | 'body'> & { etag: string | null };
  /** The members of the answer that are shown; all by default. */
  only?: readonly string[] | undefined;
}

export function renderExchange({ method, path, options, answer, only }: Exchange): string {
  const { subject, headers = {}, body } = options;
  const given = Object.entries({
    ...headers,
    ...(subject !== undefined && { 'x-external-subject-id': subject }),
  }).filter(([name]) => shownHeaders.includes(name));
  const sent = typeof body === 'string' ? body.trim() : body && toReadableJson(body);
  const shown = only ? pick(answer.body as Record<string, unknown>, only) : answer.body;
  return [
    `${method} ${decodeURIComponent(path)}`,
    ...given.map(([name, value]) => `${name}: ${value}`),
    ...(sent ? ['', sent] : []),
    '',
    `→ ${answer.status}${answer.etag ? `  etag: ${answer.etag}` : ''}`,
    ...(shown === undefined
      ? []
      : [typeof shown === 'string' ? withoutPrefixes(shown).trim() : toReadableJson(shown)]),
  ].join('\n');
}

const withoutPrefixes = (turtle: string) => turtle.replaceAll(/^@prefix .*\n/gm, '');

const pick = (body: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (name in body ? [[name, body[name]]] : [])));
