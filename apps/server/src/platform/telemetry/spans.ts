import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as traces,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { RequestTrace, TraceIds, Tracing } from '#lib/telemetry/tracing.ts';
import { nameStatement } from './statement-name.ts';

export type Spans = Tracing & {
  /** Starts the span of an outgoing request; undefined if its trace is not recorded. */
  startCall(name: string, attributes: Readonly<Record<string, string | number>>): Span | undefined;
};

/**
 * Creates spans whose parent is the span of the asynchronous context. `isSampled` is asked for each trace
 * that begins here, because creating an OpenTelemetry span costs more than this call, even if its sampler
 * refuses it.
 */
export function createSpans(tracer: Tracer, isSampled: () => boolean): Spans {
  /** The context of the current span; null within a request whose trace is not recorded. */
  const current = new AsyncLocalStorage<Context | null>();

  const start = (
    name: string,
    options: SpanOptions,
    parent: Context | null | undefined = current.getStore(),
  ): Span | undefined => {
    if (parent === null || (parent === undefined && !isSampled())) return undefined;
    const span = tracer.startSpan(name, options, parent ?? ROOT_CONTEXT);
    return span.isRecording() ? span : undefined;
  };

  const unrecorded: RequestTrace = {
    ids: undefined,
    run: (work) => current.run(null, work),
    end: () => undefined,
  };

  return {
    async trace(name, work) {
      const span = start(name, {});
      if (!span) return current.run(null, work);
      try {
        return await current.run(traces.setSpan(ROOT_CONTEXT, span), work);
      } catch (error) {
        markFailed(span, error);
        throw error;
      } finally {
        span.end();
      }
    },

    startRequest({ method, route, requestId, traceparent }) {
      const remote = traceparent === undefined ? null : parseTraceParent(traceparent);
      if (!remote && !isSampled()) return unrecorded;
      const span = start(
        `${method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': method, 'http.route': route, 'vid.request.id': requestId },
        },
        remote ? traces.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT,
      );
      if (!span) return unrecorded;
      const context = traces.setSpan(ROOT_CONTEXT, span);
      return {
        ids: idsOf(span),
        run: (work) => current.run(context, work),
        end({ status, code }) {
          span.setAttribute('http.response.status_code', status);
          if (code !== null) span.setAttribute('error.type', code);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },

    onStatement(text) {
      // Statements outside a recorded trace, such as those of the database probe, have no span.
      if (!current.getStore()) return undefined;
      const names = nameStatement(text);
      const span = start(names.name, {
        kind: SpanKind.CLIENT,
        attributes: {
          'db.system.name': 'postgresql',
          'db.query.summary': names.name,
          'db.query.text': names.text,
        },
      });
      return (
        span &&
        ((error) => {
          if (error) markFailed(span, error);
          span.end();
        })
      );
    },

    startCall: (name, attributes) => start(name, { kind: SpanKind.CLIENT, attributes: { ...attributes } }),

    currentIds() {
      const context = current.getStore();
      const span = context ? traces.getSpan(context) : undefined;
      return span && idsOf(span);
    },
  };
}

function idsOf(span: Span): TraceIds {
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/**
 * Marks a span as failed. Records only the error's code or type, because its message may contain personal
 * data.
 */
export function markFailed(span: Span, error: unknown): void {
  const type = error instanceof Error ? ('code' in error ? String(error.code) : error.name) : typeof error;
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
