import { prettyFactory } from 'pino-pretty';

/**
 * The first alternative consumes an escaped backslash whole, so that its second half does not look like the
 * start of another escape.
 */
const jsonEscapes = /\\(?:["\\/]|[bfnrt]|u[0-9a-f]{4})/giu;

/**
 * Formats a JSON log line for a terminal. Control characters stay escaped, so that a name or a user agent
 * cannot forge lines or move the cursor (CWE-117, CWE-150).
 */
export function createPrettyPrinter(options: { readonly colorize: boolean }): (line: string) => string {
  const print = prettyFactory({
    colorize: options.colorize,
    ignore: 'pid,reqId',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
  return (line) => print(line.replace(jsonEscapes, keepEscaped));
}

/**
 * Doubles the backslash of a control escape, so that parsing the line yields the escape instead of the
 * character.
 */
function keepEscaped(escape: string): string {
  return /^\\["\\/]/u.test(escape) ? escape : `\\${escape}`;
}
