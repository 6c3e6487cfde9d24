import { program } from '#lib/program.ts';
import type { Platform } from '#platform/platform.ts';
import { createAuditStreamRepo, type StreamedEvent } from './audit-stream.repo.ts';
import { toOtlpLogs } from './otlp-logs.ts';

const defaultBatchRows = 500;
const timeoutMs = 10_000;

export const streamTask = 'stream-audit';

type Deps = Pick<Platform, 'config' | 'sql' | 'maySend' | 'metrics' | 'log'> & {
  /**
   * Returns the number up to which every event is committed or will never exist; undefined if the number is
   * not known now.
   */
  readonly findSafeEnd: () => Promise<number | undefined>;
  readonly batchRows?: number;
};

type Outcome = { readonly problem: string } | { readonly rejected: number };

/**
 * Sends the events of the audit log to a receiver of OpenTelemetry logs, in the order of their numbers. The position
 * moves after the receiver has accepted a batch, so an event is sent at least once. Returns undefined without a
 * receiver.
 */
export function createAuditStream(deps: Deps) {
  const { config, sql, maySend, metrics, log, findSafeEnd, batchRows = defaultBatchRows } = deps;
  const { auditStreamUrl: url, auditStreamHeaders } = config;
  if (url === undefined) return undefined;
  const repo = createAuditStreamRepo(sql);
  const stopping = new AbortController();
  const source = { host: config.publicUrl.hostname, version: program.version };
  metrics.gauge(
    'vid_audit_stream_lag_seconds',
    'Age of the oldest event of the audit log that the SIEM has not accepted.',
    'max',
    async () => (await repo.readState()).lagSeconds,
  );

  const send = async (events: readonly StreamedEvent[]): Promise<Outcome> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...auditStreamHeaders, 'content-type': 'application/json' },
        body: JSON.stringify(toOtlpLogs(events, source, new Date())),
        redirect: 'error',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]),
      });
      const text = await response.text();
      return response.ok ? { rejected: countRejected(text) } : { problem: `HTTP ${response.status}` };
    } catch (error) {
      return { problem: describe(error) };
    }
  };

  const fail = async (problem: string, before: string | null): Promise<void> => {
    if (problem === before) return;
    log.warn({ problem }, 'the SIEM does not accept the audit log');
    await repo.noteProblem(problem);
  };

  return {
    /**
     * Sends the new events, and stops at a batch that fails. The schedule calls this function in one process at
     * a time.
     */
    async run(): Promise<void> {
      if (!(await maySend())) return;
      const end = await findSafeEnd();
      if (end === undefined) return;
      let { sentTo: from, problem } = await repo.readState();
      while (!stopping.signal.aborted) {
        const events = await repo.list(from, end, batchRows);
        const to = events.at(-1)?.id;
        if (to === undefined) return;
        const outcome = await send(events);
        if (stopping.signal.aborted) return;
        if ('problem' in outcome) {
          await fail(outcome.problem, problem);
          return;
        }
        if (outcome.rejected > 0)
          log.error(
            { rejected: outcome.rejected, from: from + 1, to },
            'the SIEM dropped events of the audit log',
          );
        if (!(await repo.advance(from, to))) return;
        [from, problem] = [to, null];
      }
    },

    /** Ends the request in flight, whose events are sent again. */
    stop: (): void => stopping.abort(),
  };
}

/**
 * Returns the number of events that the receiver dropped although it answered 200 (OTLP, partial success); 0
 * if the answer has no readable number.
 */
function countRejected(text: string): number {
  try {
    const answer: unknown = JSON.parse(text);
    const partial: unknown = Reflect.get(Object(answer), 'partialSuccess');
    return Number(Reflect.get(Object(partial), 'rejectedLogRecords')) || 0;
  } catch {
    return 0;
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return `no answer in ${timeoutMs / 1_000} s`;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
}

export type AuditStream = NonNullable<ReturnType<typeof createAuditStream>>;
