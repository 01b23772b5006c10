import {
  redactRequest,
  type RecordedContent,
  type RecordedRequest,
  type Redaction,
} from '@trellis/connector-sdk';
import type { OperationRequest } from '@trellis/contracts';

/** Returns exchanges without secrets, as they are shown. */
export const shownRequests = (
  recorded: readonly RecordedRequest[],
  redaction: Redaction,
): OperationRequest[] => recorded.map((request) => toShown(redactRequest(request, redaction)));

function toShown({ at, durationMs, sent, received, ...rest }: RecordedRequest): OperationRequest {
  return {
    at: new Date(at).toISOString(),
    protocol: rest.protocol,
    method: rest.method,
    address: storable(rest.address.slice(0, maxAddress)),
    ...(durationMs !== undefined && { duration_ms: Math.round(durationMs) }),
    ...(rest.status !== undefined && { status: rest.status }),
    ...(sent && { sent: toContent(sent) }),
    ...(received && { received: toContent(received) }),
    ...(rest.error !== undefined && { error: storable(rest.error) }),
  };
}

/** The longest address that is kept (characters). */
const maxAddress = 2_048;

export function toContent({ body, ...content }: RecordedContent): RecordedContent {
  return body === undefined ? content : { ...content, body: storable(body) };
}

/** PostgreSQL stores neither U+0000 nor half of a surrogate pair. */
export const storable = (text: string): string =>
  text.toWellFormed().replaceAll('\u0000', '\ufffd');

/** The most bytes of the exchanges of an operation, as JSON. */
const maxBytes = 64 * 1024;

/** The bytes to which bodies are cut, step by step, until all exchanges fit. */
const bodySizes = [4_096, 1_024, 256, 0];

/** Writes exchanges as JSON of a bounded size: bodies are cut where there are too many. */
export function fitted(requests: readonly OperationRequest[]): string {
  let text = JSON.stringify(requests);
  for (const size of bodySizes) {
    if (Buffer.byteLength(text) <= maxBytes) return text;
    text = JSON.stringify(requests.map((request) => withBodies(request, size)));
  }
  return Buffer.byteLength(text) <= maxBytes ? text : JSON.stringify(requests.slice(0, 5));
}

const withBodies = (request: OperationRequest, size: number): OperationRequest => ({
  ...request,
  ...(request.sent && { sent: withBody(request.sent, size) }),
  ...(request.received && { received: withBody(request.received, size) }),
});

/** Cuts the body of a message to a number of characters. */
export const withBody = <Content extends { body?: string | undefined }>(
  content: Content,
  size: number,
): Content =>
  content.body === undefined
    ? content
    : { ...content, body: content.body.slice(0, size).toWellFormed() };

/** The longest text in which is searched (characters). */
const maxSearch = 4_096;

/** Returns the text in which a search looks: the addresses and errors of exchanges. */
export function searchOf(requests: readonly OperationRequest[]): string {
  const parts = requests.flatMap(({ address, error }) => [address, ...(error ? [error] : [])]);
  return [...new Set(parts)].join('\n').slice(0, maxSearch).toWellFormed();
}
