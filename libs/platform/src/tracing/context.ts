import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  trace,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';

/** Position of a span in its trace, as in the headers of W3C Trace Context. */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

/** A context from an untrusted sender. */
export interface GivenContext {
  traceparent?: unknown;
  tracestate?: unknown;
}

/** Longest `tracestate` that is passed on, as the specification recommends (characters). */
const maxStateLength = 512;

const propagator = new W3CTraceContextPropagator();

/** Parses a context; a malformed one names no span. */
export function parseContext({ traceparent, tracestate }: GivenContext): Context {
  if (typeof traceparent !== 'string') return ROOT_CONTEXT;
  const isShort = typeof tracestate === 'string' && tracestate.length <= maxStateLength;
  const carrier = isShort ? { traceparent, tracestate } : { traceparent };
  return propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
}

/** Parses a context as a span to link to. */
export const parseLinked = (given: GivenContext | undefined): SpanContext | undefined =>
  given && trace.getSpanContext(parseContext(given));

export function contextOf(span: Span): TraceContext {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const traceparent = `00-${traceId}-${spanId}-0${traceFlags & 1}`;
  const tracestate = traceState?.serialize();
  return tracestate ? { traceparent, tracestate } : { traceparent };
}
