const [minuteMs, dayMs] = [60_000, 86_400_000];
/** Vietnam has no daylight saving time. */
const vietnamOffsetMs = 7 * 60 * minuteMs;
const maxDays = 7;

/**
 * Returns the end of maintenance, which is given in Vietnam time: “23:30” for the next 23:30, or
 * “2026-12-01T05:00”.
 * @throws Error if the text is not in either form, or if the end is past or more than a week away; the
 *   message follows the name of the option
 */
export function readEnd(text: string, now: Date): Date {
  const clock = /^([01]?\d|2[0-3]):([0-5]\d)$/u.exec(text);
  const day = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}$/u.test(text);
  const end = clock
    ? nextTime(now.getTime(), (Number(clock[1]) * 60 + Number(clock[2])) * minuteMs)
    : day
      ? Date.parse(`${text.replace(' ', 'T')}:00+07:00`)
      : Number.NaN;
  if (Number.isNaN(end)) throw new Error('must be a time in Vietnam, such as 23:30 or 2026-12-01T05:00');
  if (end <= now.getTime()) throw new Error('must be in the future');
  if (end > now.getTime() + maxDays * dayMs) throw new Error(`must be at most ${maxDays} days away`);
  return new Date(end);
}

function nextTime(nowMs: number, sinceMidnight: number): number {
  const local = nowMs + vietnamOffsetMs;
  const today = local - (local % dayMs) + sinceMidnight;
  return (today > local ? today : today + dayMs) - vietnamOffsetMs;
}
