import { isatty } from 'node:tty';
import { destination, pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '#config/config.ts';
import { serializeError } from './log-error.ts';
import { maskLine } from './log-mask.ts';
import { formatForPeople } from './log-pretty.ts';

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

export type Log = { readonly log: Logger; flush: () => void };

/** The log of the process: one JSON line an event on stdout, or readable lines for a person in front of it. */
export function createLog(config: Pick<Config, 'logLevel' | 'isProduction' | 'workers'>): Log {
  const isForPeople = !config.isProduction && isatty(1);
  const isOneByOne = isForPeople || config.workers > 1;
  const out = destination({
    dest: 1,
    // Several processes write to one pipe: only a whole line in one write stays a whole line.
    sync: isOneByOne,
    // A write for each line would cost a tenth of a short request; `flush` writes the rest at the end.
    ...(isOneByOne ? {} : { minLength: bufferBytes, periodicFlush: flushEveryMs }),
  });
  const stream: DestinationStream = isForPeople
    ? { write: (line: string) => void out.write(formatForPeople(line)) }
    : out;
  return {
    log: createLogger(config.logLevel, stream),
    flush() {
      try {
        out.flushSync();
      } catch {
        // Nobody reads any more, or the file is not open yet: there is nowhere left to say it.
      }
    },
  };
}

let last = { ms: 0, text: '' };

/** In UTC. Under load many lines fall into one millisecond. */
function timestamp(): string {
  const ms = Date.now();
  if (ms !== last.ms) last = { ms, text: `,"time":"${new Date(ms).toISOString()}"` };
  return last.text;
}

/** pino with VID's rules: times in UTC, errors without personal data, secrets masked by name and by shape. */
export function createLogger(level: Config['logLevel'], stream: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => serializeError(error) },
      redact: {
        paths: secretNames.flatMap((name) => [name, name.startsWith('[') ? `*${name}` : `*.${name}`]),
        censor: '[masked]',
      },
      // pino writes control characters as \uXXXX, so that nobody can forge a line (CWE-117).
      hooks: { streamWrite: maskLine },
    },
    stream,
  );
}
