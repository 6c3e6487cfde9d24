const colours: Readonly<Record<string, string>> = {
  debug: '\u001b[2m',
  info: '',
  warn: '\u001b[33m',
  error: '\u001b[31m',
  fatal: '\u001b[31m',
};
const reset = '\u001b[0m';
const shownElsewhere = new Set(['level', 'time', 'pid', 'msg', 'reqId', 'err']);

/** One JSON line of the log as a person reads it at a terminal. */
export function formatForPeople(line: string): string {
  const entry = parse(line);
  if (!entry) return line;
  const level = typeof entry['level'] === 'string' ? entry['level'] : 'info';
  const time = typeof entry['time'] === 'string' ? entry['time'].slice(11, 19) : '';
  const rest = Object.entries(entry)
    .filter(([name]) => !shownElsewhere.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const message = typeof entry['msg'] === 'string' ? entry['msg'] : '';
  const failure = entry['err'] === undefined ? '' : `\n  ${visible(JSON.stringify(entry['err']))}`;
  const text = visible([message, ...rest].join('  '));
  return `${colours[level] ?? ''}${time} ${level.padEnd(5)} ${text}${failure}${reset}\n`;
}

/** A name or user agent must not paint the operator's terminal or move its cursor. */
function visible(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what must not reach a terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/gu, escapeCharacter);
}

export function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
