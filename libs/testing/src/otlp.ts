import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { waitFor } from './wait-for.js';

/** A span as a receiver of OTLP gets it. */
export interface ReceivedSpan {
  service: string;
  name: string;
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  traceId: string;
  spanId: string;
  /** Undefined for the first span of a trace. */
  parentSpanId: string | undefined;
  traceState: string | undefined;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  events: string[];
  isError: boolean;
  startMs: number;
  endMs: number;
}

export interface OtlpReceiver {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`, with `OTEL_EXPORTER_OTLP_PROTOCOL=http/json`. */
  address: string;
  /** The spans received so far. */
  spans: ReceivedSpan[];
  /** Returns everything received so far as text. */
  received(): string;
  /** The headers of the requests. */
  headers: Record<string, unknown>[];
  /** The spans that meet a condition, as soon as there are some. */
  find(condition: (span: ReceivedSpan) => boolean, what: string): Promise<ReceivedSpan[]>;
  close(): Promise<void>;
}

/** OTLP/JSON, as far as it is read here (opentelemetry-proto, `trace/v1/trace.proto`). */
interface ExportRequest {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: { spans: EncodedSpan[] }[];
  }[];
}

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}

interface EncodedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  traceState?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: KeyValue[];
  links?: { traceId: string; spanId: string }[];
  events?: { name: string }[];
  status?: { code?: number };
}

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

const errorCode = 2;

/** Starts a server that receives traces by OTLP over HTTP, as a collector does. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const headers: Record<string, unknown>[] = [];
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    const sent = (await json(request)) as ExportRequest;
    texts.push(JSON.stringify(sent));
    headers.push({ ...request.headers, path: request.url });
    spans.push(...sent.resourceSpans.flatMap(decode));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    spans,
    headers,
    received: () => texts.join('\n'),
    find: (condition, what) =>
      waitFor(
        () => {
          const found = spans.filter(condition);
          return found.length > 0 && found;
        },
        { what },
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function decode({ resource, scopeSpans }: ExportRequest['resourceSpans'][number]): ReceivedSpan[] {
  const service = String(valuesOf(resource.attributes)['service.name']);
  return scopeSpans.flatMap(({ spans }) => spans.map((span) => decodeSpan(service, span)));
}

const decodeSpan = (service: string, span: EncodedSpan): ReceivedSpan => ({
  service,
  name: span.name,
  kind: kinds[span.kind]!,
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId || undefined,
  traceState: span.traceState || undefined,
  attributes: valuesOf(span.attributes),
  links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
  events: (span.events ?? []).map(({ name }) => name),
  isError: span.status?.code === errorCode,
  startMs: Number(span.startTimeUnixNano) / 1e6,
  endMs: Number(span.endTimeUnixNano) / 1e6,
});

const valuesOf = (attributes: KeyValue[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
