/** The position of a span in its trace, as in the headers of W3C Trace Context. */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

/** A span that is open. */
export interface OpenSpan {
  /** Runs the work that the span is about; spans that begin meanwhile are below it. */
  run<T>(work: () => T): T;
  /** `outcome` is `ok`, or what went wrong; `isFault` says whether that is a fault of ours. */
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
  /** Counted from one; undefined for a job that recurs. */
  attempt?: number;
}

/**
 * Follows calls and jobs from process to process, such as with OpenTelemetry. Without a tracer nothing is
 * followed, and messages carry nothing for it. Its functions must not throw.
 */
export interface Tracer {
  /** Begins the span of a call that this process makes; the call carries `context`. */
  startCall(call: TracedCall): {
    context: TraceContext | undefined;
    end: OpenSpan['end'];
  };
  /** Begins the span of a call that this process answers, below the context that it carries. */
  startAnswer(
    call: TracedCall,
    context: TraceContext | undefined,
  ): OpenSpan & { /** The reply is on its way. */ replies(): void };
  /** Begins the span of a run of a job, in a trace of its own that links to what has added the job. */
  startJob(job: TracedJob, cause: TraceContext | undefined): OpenSpan;
  /** What a job carries that is added now; undefined when nobody follows what adds it. */
  context(): TraceContext | undefined;
  /** What is worked for now, for {@link runFor}. */
  capture(): unknown;
  /** Runs work for all that was captured: what it takes is seen in the trace of each. */
  runFor<T>(captured: unknown[], work: () => T): T;
}
