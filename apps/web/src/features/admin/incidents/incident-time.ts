/** Vietnam has no summer time. */
const offsetMs = 7 * 3_600_000;

export const toField = (time: string | number): string =>
  new Date(new Date(time).getTime() + offsetMs).toISOString().slice(0, 16);

/** Parses the value of a `datetime-local` field; undefined if it is not a time. */
export function fromField(value: string): string | undefined {
  const time = /^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)
    ? Date.parse(`${value.slice(0, 16)}:00+07:00`)
    : NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Splits a number of seconds into whole hours and minutes, without its sign. */
export function hoursOf(seconds: number): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.floor(Math.abs(seconds) / 60);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
