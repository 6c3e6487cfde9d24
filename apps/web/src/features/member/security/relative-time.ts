const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** "5 minutes ago": how long ago a moment was, in the largest whole unit; null under a minute. */
export function relativeTime(iso: string, now: number, languageTag: string): string | null {
  const format = new Intl.RelativeTimeFormat(languageTag, { numeric: 'auto' });
  // A clock that runs behind the server's must not speak of the future.
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000));
  for (const [unit, length] of units) {
    if (seconds >= length) return format.format(-Math.floor(seconds / length), unit);
  }
  return null;
}
