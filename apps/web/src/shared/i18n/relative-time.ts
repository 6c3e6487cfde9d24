const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Returns the age of a timestamp in its largest whole unit, such as "5 minutes ago"; null below one minute. */
export function relativeTime(iso: string, now: number, languageTag: string): string | null {
  const format = new Intl.RelativeTimeFormat(languageTag, { numeric: 'auto' });
  // Clamp at zero, because a local clock behind the server's would give a time in the future.
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000));
  for (const [unit, length] of units) {
    if (seconds >= length) return format.format(-Math.floor(seconds / length), unit);
  }
  return null;
}
