/** Position of a span in its trace, as in the headers of W3C Trace Context. */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

export interface OpenSpan {
  /** Runs work within the span; spans that start meanwhile become its children. */
  run<T>(work: () => T): T;
  /** `outcome` is `ok` or an error code; `isFault` tells whether the error is a fault of ours. */
  end(outcome: string, isFault: boolean): void;
}

/** A call, by its name and the queue of the service that answers it. */
export interface TracedCall {
  name: string;
  queue: string;
}

/** A run of a job. */
export interface TracedJob {
  queue: string;
  id: string;
  /** Counted from one; undefined for a schedule. */
  attempt?: number;
}

/**
 * Traces calls and jobs from process to process, for example with OpenTelemetry. Its functions must not
 * throw. Without a tracer, messages carry no trace context.
 */
export interface Tracer {
  /** Starts the span of a call that this process makes; the call carries `context`. */
  startCall(call: TracedCall): {
    context: TraceContext | undefined;
    end: OpenSpan['end'];
  };
  /** Starts the span of a call that this process answers, as a child of the context that it carries. */
  startAnswer(
    call: TracedCall,
    context: TraceContext | undefined,
  ): OpenSpan & { /** Marks the reply as sent. */ replies(): void };
  /** Starts the span of a run of a job, in a trace of its own that links to whoever added the job. */
  startJob(job: TracedJob, cause: TraceContext | undefined): OpenSpan;
  /** Returns the context for a job that is added now; undefined when nothing is traced. */
  context(): TraceContext | undefined;
  /** Returns the current work, for {@link runFor}. */
  capture(): unknown;
  /** Runs work on behalf of everything captured; its spans appear in the trace of each. */
  runFor<T>(captured: unknown[], work: () => T): T;
}
