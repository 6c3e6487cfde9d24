import { prettyFactory } from 'pino-pretty';

/** Alternatives that keep an escaped backslash in a JSON text from hiding the next escape. */
const jsonEscapes = /\\(?:["\\/]|[bfnrt]|u[0-9a-f]{4})/giu;

/**
 * Formats one JSON line of the log for a terminal. Control characters stay visible escapes, so that a name or a user
 * agent cannot forge lines or move the cursor (CWE-117, CWE-150).
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
 * Doubles the backslash of a control escape, so that parsing the line gives the escape and not the character.
 */
function keepEscaped(escape: string): string {
  return /^\\["\\/]/u.test(escape) ? escape : `\\${escape}`;
}
