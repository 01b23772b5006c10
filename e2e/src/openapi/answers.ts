import { expect } from '@jest/globals';
import { request, type SharedStack } from '@trellis/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { token, type OpenApiDocument, type Operation } from './document.js';

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON; an array for answers in JSON lines; undefined for an empty body. */
  body: unknown;
}

/** Timeout of an answer, long after the timeouts of the services (ms). */
const patienceMs = 60_000;

interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Sends a request and reads its answer. A stream never ends: only its status and headers are read. */
export async function send(
  stack: Pick<SharedStack, 'address'>,
  bearer: string,
  { method, path, headers, body }: SentRequest,
): Promise<Answer> {
  const answer = await request(stack, method, `${stack.address}${path}`, {
    body: method === 'GET' ? undefined : body,
    headers: { authorization: `Bearer ${bearer}`, ...headers },
    signal: AbortSignal.timeout(patienceMs),
  });
  const isLines = answer.headers.get('content-type')?.startsWith('application/x-ndjson');
  return isLines ? { ...answer, body: parseLines(answer.body ?? '') } : answer;
}

const parseLines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

export function answerChecker(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'openapi' });

  return ({ name, responses, pointer }: Operation, { status, headers, body }: Answer): void => {
    expect({ name, status, body }).not.toMatchObject({ status: 500 });
    expect({ name, declared: Object.keys(responses) }).toMatchObject({
      declared: expect.arrayContaining([String(status)]),
    });
    const { content, headers: declared = {} } = responses[status]!;
    const missing = Object.entries(declared).filter(
      ([header, { required }]) => required && !headers.has(header),
    );
    expect({ name, status, missing }).toMatchObject({ missing: [] });
    // Answers that may be 304 have an ETag.
    if (status === 200 && '304' in responses) {
      expect({ name, etag: headers.get('etag') }).not.toMatchObject({ etag: null });
    }
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    // An answer without a body has no media type.
    expect({ name, status, types: content ? Object.keys(content) : [''] }).toMatchObject({
      types: expect.arrayContaining([type]),
    });
    if (body === undefined) {
      expect({ name, status, type }).toMatchObject({ type: content ? 'text/event-stream' : '' });
      return;
    }
    const schema = `openapi${pointer}/responses/${status}/content/${token(type)}/schema`;
    const validate = ajv.compile({ $ref: schema });
    for (const item of type === 'application/x-ndjson' ? (body as unknown[]) : [body]) {
      validate(item);
      expect({ name, status, item, errors: validate.errors }).toMatchObject({ errors: null });
    }
  };
}
