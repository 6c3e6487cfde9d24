import { format } from 'node:util';
import type { Logger } from 'pino';

const methods = {
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'warn',
  trace: 'warn',
} as const;

/**
 * Redirects the console, to which libraries write, to the log, because only the log masks personal data. Omits objects
 * other than the first error, because they may contain a row or a statement's parameters.
 */
export function redirectConsole(log: Logger): void {
  for (const [method, level] of Object.entries(methods))
    Object.defineProperty(console, method, {
      value: (...values: unknown[]) => {
        const text = format(...values.filter((value) => typeof value !== 'object'));
        const error = values.find((value) => value instanceof Error);
        log[level]({ part: 'console', ...(error && { err: error }) }, text);
      },
    });
}
