import type { ConnectionTarget } from '#database/connection.ts';
import type { Environment } from './environment.ts';

/** What the primary and its workers say to each other over the channel that only they hold. */
export type ToWorker =
  | {
      readonly vid: 'start';
      readonly environment: Environment;
      readonly target: ConnectionTarget;
      /** Hexadecimal. Sent, not put into the environment, which other processes of this user can read. */
      readonly masterKey: string;
    }
  | { readonly vid: 'stop' }
  /** Without a text: a worker did not tell its figures. */
  | { readonly vid: 'metrics'; readonly id: number; readonly text?: string };

export type ToPrimary =
  | { readonly vid: 'started' }
  | { readonly vid: 'listening'; readonly port: number }
  | { readonly vid: 'failed'; readonly message: string; readonly exitCode: number }
  | { readonly vid: 'metrics'; readonly id: number };

function isVid(message: unknown): message is { readonly vid: unknown } {
  return typeof message === 'object' && message !== null && 'vid' in message;
}

/** The channel also carries messages of Node's cluster module and of the metrics library. */
export function isToWorker(message: unknown): message is ToWorker {
  return isVid(message) && (message.vid === 'start' || message.vid === 'stop' || message.vid === 'metrics');
}

export function isToPrimary(message: unknown): message is ToPrimary {
  return (
    isVid(message) &&
    (message.vid === 'started' ||
      message.vid === 'listening' ||
      message.vid === 'failed' ||
      message.vid === 'metrics')
  );
}
