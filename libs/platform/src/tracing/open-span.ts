import type { AsyncLocalStorage } from 'node:async_hooks';
import { SpanStatusCode, TraceFlags, type Attributes, type Span } from '@opentelemetry/api';

/** Current work of a process: a span or, in a batch, one span of each trace. */
export interface Work {
  spans: readonly Span[];
  /** Number of calls or jobs that share the work. */
  size: number;
}

export const isSampled = (span: Span): boolean =>
  (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

/** Ends spans. `outcome` is `ok` or a code with few values; `isFault` marks the spans as failed. */
export function endSpans(spans: readonly Span[], outcome: string, isFault: boolean): void {
  for (const span of spans) {
    if (outcome !== 'ok') span.setAttribute('error.type', outcome);
    if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }
}

/** A span of work in this process. */
export class OpenSpan {
  readonly #span: Span;
  readonly #storage: AsyncLocalStorage<Work | undefined>;

  constructor(span: Span, storage: AsyncLocalStorage<Work | undefined>) {
    this.#span = span;
    this.#storage = storage;
  }

  /** Runs work within the span; spans that start meanwhile become its children. */
  run<T>(work: () => T): T {
    return this.#storage.run({ spans: [this.#span], size: 1 }, work);
  }

  /** Marks the reply as sent. */
  replies(): void {
    this.#span.addEvent('reply');
  }

  /** Sets a name and attributes that were unknown at the start. */
  describe(name: string, attributes: Attributes): void {
    this.#span.updateName(name).setAttributes(attributes);
  }

  end(outcome: string, isFault: boolean): void {
    endSpans([this.#span], outcome, isFault);
  }
}
