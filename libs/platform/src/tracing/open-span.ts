import type { AsyncLocalStorage } from 'node:async_hooks';
import { SpanStatusCode, TraceFlags, type Attributes, type Span } from '@opentelemetry/api';

/** What a process works for at a moment: a span or, in a set, one span of each trace. */
export interface Work {
  spans: readonly Span[];
  /** How many calls or jobs it is done for. */
  size: number;
}

export const isSampled = (span: Span): boolean =>
  (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

/**
 * Ends spans. `outcome` is `ok`, or what went wrong, in few words that are always the same; `isFault` says
 * whether the span is to be shown as failed.
 */
export function endSpans(spans: readonly Span[], outcome: string, isFault: boolean): void {
  for (const span of spans) {
    if (outcome !== 'ok') span.setAttribute('error.type', outcome);
    if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }
}

/** A span of work that this process does. */
export class OpenSpan {
  readonly #span: Span;
  readonly #storage: AsyncLocalStorage<Work | undefined>;

  constructor(span: Span, storage: AsyncLocalStorage<Work | undefined>) {
    this.#span = span;
    this.#storage = storage;
  }

  /** Runs the work that the span is about; spans that begin meanwhile are below it. */
  run<T>(work: () => T): T {
    return this.#storage.run({ spans: [this.#span], size: 1 }, work);
  }

  /** The reply is on its way. */
  replies(): void {
    this.#span.addEvent('reply');
  }

  /** Says what is only known now. */
  describe(name: string, attributes: Attributes): void {
    this.#span.updateName(name).setAttributes(attributes);
  }

  end(outcome: string, isFault: boolean): void {
    endSpans([this.#span], outcome, isFault);
  }
}
