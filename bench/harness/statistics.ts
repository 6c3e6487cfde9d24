/**
 * Returns the median of an unsorted list, or NaN for an empty list, so that a figure without samples meets no target.
 */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/**
 * Returns a percentile of an unsorted list, interpolated between the two nearest values. Returns NaN for an empty
 * list.
 */
export function percentile(values: readonly number[], percent: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).toSorted();
  const position = ((sorted.length - 1) * percent) / 100;
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? Number.NaN;
  return low + (high - low) * (position - Math.floor(position));
}

/** Rounds to four significant digits, the precision of measurements. */
export function round(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(4)) : value;
}
