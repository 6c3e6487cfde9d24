import { getLanguageTag } from '#shared/i18n/i18n.ts';

const units = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
] as const;

const toTenths = (value: number): number => Math.round(value * 10) / 10;

/**
 * Formats how long a gateway took, in seconds, minutes or hours: "0.4 sec", "1.5 min", "2 hr". The shortest result is
 * 0.1 seconds, because no gateway answers in 0 seconds.
 */
export function formatDuration(measuredSeconds: number): string {
  const seconds = Math.max(0.1, measuredSeconds);
  const [unit, size] = units.find((each) => toTenths(seconds / each[1]) < 60) ?? units[2];
  return new Intl.NumberFormat(getLanguageTag(), {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  }).format(seconds / size);
}
