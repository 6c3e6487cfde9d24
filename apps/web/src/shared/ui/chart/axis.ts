import { formatNumber } from '#shared/i18n/format.ts';

/** Factor by which the axis extends above the highest value. */
export const headroom = 1.15;

type Input = {
  readonly ticks: readonly string[];
  readonly highest: number;
  readonly width: number;
  readonly fontSize: number;
  /** Returns a text's width in px. */
  readonly measure: (text: string) => number;
};

/**
 * Returns the space for the numbers next to a chart and the number of points between two ticks, so that no texts
 * overlap, whatever the size of the numbers and the user's font.
 */
export function layAxes({ ticks, highest, width, fontSize, measure }: Input) {
  // The axis's top number is the longest.
  const numbersWidth = Math.ceil(measure(formatNumber(Math.ceil(highest * headroom))) + fontSize);
  const tickWidth = Math.max(0, ...ticks.map(measure)) + fontSize;
  const every = Math.max(1, Math.ceil((ticks.length * tickWidth) / Math.max(1, width - numbersWidth)));
  return { numbersWidth, every };
}

/** Returns the values that a line joins or that full bars show: null for a last point that still grows. */
export function joinedPoints(values: readonly number[], isLastOpen = false): (number | null)[] {
  return values.map((value, index) => (isLastOpen && index === values.length - 1 ? null : value));
}
