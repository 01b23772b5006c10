import {
  createContextKey,
  ROOT_CONTEXT,
  trace,
  type Context,
  type SpanContext,
} from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { TracingConfiguration } from './variables.js';

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
