import { isatty } from 'node:tty';
import { destination, pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '#config/config.ts';
import { serializeError } from './log-error.ts';
import { maskLine } from './log-mask.ts';
import type { Tracing } from '../telemetry/tracing.ts';

const secretNames = [
  'password',
  'newPassword',
  'currentPassword',
  'otpValue',
  'otpToken',
  'captchaToken',
  'captchaValue',
  'clientTokenKey',
  'cookie',
  'authorization',
  '["set-cookie"]',
  '["x-client-token"]',
];

const bufferBytes = 15 * 1024;
const flushEveryMs = 200;

const noIds = Object.freeze({});

export type Log = { readonly log: Logger; flush: () => void };

export async function createLog(
  config: Pick<Config, 'logLevel' | 'isProduction' | 'workers'>,
  tracing?: Pick<Tracing, 'currentIds'>,
): Promise<Log> {
  const isReadable = !config.isProduction && isatty(1);
  const isUnbuffered = isReadable || config.workers > 1;
  const out = destination({
    dest: 1,
    // Workers share one pipe, in which only lines written in a single write stay intact.
    sync: isUnbuffered,
    // Buffer the lines, because a write per line takes a tenth of a short request. `flush` writes the rest at
    // exit.
    ...(isUnbuffered ? {} : { minLength: bufferBytes, periodicFlush: flushEveryMs }),
  });
  return {
    log: createLogger(config.logLevel, isReadable ? await prettyStream(out) : out, tracing),
    flush() {
      try {
        out.flushSync();
      } catch {
        // The other end of the pipe is closed or the file is not open yet, so the error cannot be reported.
      }
    },
  };
}

/** Loads the pretty printer on demand, because production never needs it. */
async function prettyStream(out: DestinationStream): Promise<DestinationStream> {
  const { createPrettyPrinter } = await import('./log-pretty.ts');
  const print = createPrettyPrinter({ colorize: true });
  return { write: (line) => out.write(print(line)) };
}

let last = { ms: 0, text: '' };

/** Formats each millisecond only once, because many lines share it under load. Times are in UTC. */
function timestamp(): string {
  const ms = Date.now();
  if (ms !== last.ms) last = { ms, text: `,"time":"${new Date(ms).toISOString()}"` };
  return last.text;
}

/**
 * Creates the logger. It writes UTC times, errors without personal data, masked secrets, and the ids of the current
 * span.
 */
export function createLogger(
  level: Config['logLevel'],
  stream: DestinationStream,
  tracing?: Pick<Tracing, 'currentIds'>,
): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp,
      ...(tracing && {
        mixin: () => tracing.currentIds() ?? noIds,
        // pino's default strategy copies the fields of every line.
        mixinMergeStrategy: (line: object, ids: object) => (ids === noIds ? line : { ...ids, ...line }),
      }),
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => serializeError(error) },
      redact: {
        paths: secretNames.flatMap((name) => [name, name.startsWith('[') ? `*${name}` : `*.${name}`]),
        censor: '[masked]',
      },
      hooks: { streamWrite: maskLine },
    },
    stream,
  );
}
