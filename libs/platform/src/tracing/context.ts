import {
  createContextKey,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  trace,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { TracingConfiguration } from './variables.js';

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

const untrusted = createContextKey('The parent is a span of an untrusted caller.');
const cause = createContextKey('The span that caused this one.');

/** Marks a parent whose sampling decision is ignored. */
export const distrustSampling = (parent: Context): Context => parent.setValue(untrusted, true);

/** Returns a context for a new trace that is recorded if the causing span is. */
export const sampledLike = (causing: SpanContext): Context => ROOT_CONTEXT.setValue(cause, causing);

/** Creates the configured sampler. */
export function createSampler({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: Pick<TracingConfiguration, 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>): Sampler {
  const configured = samplers[name](ratio);
  const ids = new RandomIdGenerator();
  return {
    shouldSample(context, traceId, ...span) {
      const causing = context.getValue(cause) as SpanContext | undefined;
      if (causing) {
        const parent = trace.setSpanContext(ROOT_CONTEXT, causing);
        return configured.shouldSample(parent, causing.traceId, ...span);
      }
      if (context.getValue(untrusted)) {
        // Ratios go by the id, which the caller has chosen.
        return configured.shouldSample(ROOT_CONTEXT, ids.generateTraceId(), ...span);
      }
      return configured.shouldSample(context, traceId, ...span);
    },
    toString: () => `Trellis(${configured.toString()})`,
  };
}

const parentBased = (root: Sampler) => new ParentBasedSampler({ root });

const samplers: Record<TracingConfiguration['OTEL_TRACES_SAMPLER'], (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => parentBased(new AlwaysOnSampler()),
  parentbased_always_off: () => parentBased(new AlwaysOffSampler()),
  parentbased_traceidratio: (ratio) => parentBased(new TraceIdRatioBasedSampler(ratio)),
};
