/** Runs work in a span, if the work belongs to a recorded trace or begins one. */
export type Trace = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** The trace of a request. `ids`: fields of its log line; undefined if the trace is not recorded. */
export type RequestTrace = {
  readonly ids: TraceIds | undefined;
  /** Makes the request's span the parent of the spans that `work` starts. */
  run<T>(work: () => T): T;
  end(result: { readonly status: number; readonly code: string | null }): void;
};

/** Field names of the OpenTelemetry specification for logs in JSON. */
export type TraceIds = { readonly trace_id: string; readonly span_id: string };

export type Tracing = {
  readonly trace: Trace;
  /** `traceparent`: header of a proxy whose trace the request continues (W3C Trace Context). */
  startRequest(request: {
    readonly method: string;
    readonly route: string;
    readonly requestId: string;
    readonly traceparent: string | undefined;
  }): RequestTrace;
  /** Starts the span of a statement, and returns the function that ends it; undefined outside a recorded trace. */
  readonly onStatement: (text: string) => ((error?: Error) => void) | undefined;
  readonly currentIds: () => TraceIds | undefined;
};

/** Replaces `Tracing.trace` while tracing is off. */
export const untraced: Trace = (_name, work) => work();
