import { formatDay, formatHour, timeZone } from '#shared/i18n/format.ts';

type RowTimeProps = { at: string; withSeconds?: boolean; className?: string };

/** Puts the day first, so that the times of a column are aligned. */
export function RowTime({ at, withSeconds = false, className }: RowTimeProps) {
  return (
    <time dateTime={at} className={className}>
      {formatDay(at, timeZone)} {formatHour(at, { withSeconds })}
    </time>
  );
}
