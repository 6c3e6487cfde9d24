import type { ChildProcess } from 'node:child_process';
import type { ConnectionTarget } from '#database/connection.ts';
import type { Environment } from './environment/environment.ts';

/** Messages between the primary and its workers, over a channel that no other process can open. */
export type ToWorker =
  | {
      readonly vid: 'start';
      readonly environment: Environment;
      readonly target: ConnectionTarget;
      /**
       * Master keys in hexadecimal, sent as a message because other processes of this user can read a
       * worker's environment.
       */
      readonly masterKeys: { readonly current: string; readonly former?: string };
    }
  | { readonly vid: 'stop' }
  /** Sent to a blocked worker if no worker serves, so that health probes are answered. */
  | { readonly vid: 'listen' }
  /** `text` is undefined if a worker did not report its metrics. */
  | { readonly vid: 'metrics'; readonly id: number; readonly text?: string };

export type ToPrimary =
  | { readonly vid: 'started' }
  | { readonly vid: 'listening'; readonly port: number }
  /** Sent once the worker listens and the schema is current. */
  | { readonly vid: 'open' }
  /** Sent when the schema check fails for a reason other than an outage. The worker repeats the check. */
  | { readonly vid: 'blocked'; readonly problem: string }
  | { readonly vid: 'failed'; readonly message: string; readonly exitCode: number }
  | { readonly vid: 'metrics'; readonly id: number };

function isVid(message: unknown): message is { readonly vid: unknown } {
  return typeof message === 'object' && message !== null && 'vid' in message;
}

/**
 * Returns whether a message is one of VID's to a worker. Node's cluster module and prom-client send messages
 * over the same channel.
 */
export function isToWorker(message: unknown): message is ToWorker {
  return (
    isVid(message) &&
    (message.vid === 'start' ||
      message.vid === 'stop' ||
      message.vid === 'listen' ||
      message.vid === 'metrics')
  );
}

export function isToPrimary(message: unknown): message is ToPrimary {
  return (
    isVid(message) &&
    (message.vid === 'started' ||
      message.vid === 'listening' ||
      message.vid === 'open' ||
      message.vid === 'blocked' ||
      message.vid === 'failed' ||
      message.vid === 'metrics')
  );
}

/**
 * Sends a message, which is lost if the other process has just died. The callback keeps Node from reporting
 * the failed write as an unhandled error event.
 */
export function sendOver(
  channel: Pick<ChildProcess, 'connected'> & { send?: (message: object, callback: () => void) => boolean },
  message: ToWorker | ToPrimary,
): void {
  if (channel.connected) channel.send?.(message, () => undefined);
}
