import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { connect, type ConnectionTarget } from '#database/connection.ts';
import { requireWritable } from '#database/replica/read-only.ts';

type Options = {
  readonly target: ConnectionTarget;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** Called when notifications may have been lost: when listening begins, and after each check that fails. */
  readonly onGap: () => void;
  readonly checkMs?: number | undefined;
};

export type Listener = { stop(): Promise<void> };

const defaultCheckMs = 1_000;
/** A check that takes longer counts as a half-open connection. */
const deadlineMs = 2_000;

/**
 * Listens on a separate connection. A connection that only listens gets no error when its peer is gone, so
 * the listener checks every second that the server responds, accepts writes, and reports that the connection
 * listens. The first check of a new connection starts listening.
 */
export function openListener(options: Options): Listener {
  const { target, log, channel, onNotification, onGap, checkMs = defaultCheckMs } = options;
  const { sql, close } = connect(target, {
    max: 1,
    applicationName: 'vid-events',
    statementTimeoutMs: deadlineMs - 500,
    deadlineMs,
    onNotification: (_channel, payload) => onNotification(payload),
  });
  const stopping = new AbortController();
  let isLost = false;

  const check = async (): Promise<void> => {
    await requireWritable(sql);
    const channels = await sql`select from pg_listening_channels() as name where name = ${channel}`;
    if (channels.count > 0) return;
    await sql`listen ${sql(channel)}`;
    onGap();
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await check();
        if (isLost) log.info('listening to events again');
        isLost = false;
      } catch (error) {
        if (!isLost && !stopping.signal.aborted) log.warn({ err: error }, 'not listening to events');
        isLost = true;
        sql.disconnect();
        // Let subscribers read the current state, because they get no notifications.
        if (!stopping.signal.aborted) onGap();
      }
      await pause(checkMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();

  return {
    async stop() {
      stopping.abort();
      await running;
      await close();
    },
  };
}
