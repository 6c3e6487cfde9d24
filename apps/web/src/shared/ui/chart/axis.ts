import { formatNumber } from '#shared/i18n/format.ts';

/** The share by which the axis extends above the highest value. */
export const headroom = 1.15;

type Input = {
  readonly ticks: readonly string[];
  readonly highest: number;
  readonly width: number;
  readonly fontSize: number;
  /** Returns the width of a text, in px. */
  readonly measure: (text: string) => number;
};

/**
 * Returns the room for the numbers next to a chart, and how many points lie between two ticks, so that no text touches
 * another, however large the numbers and the user's text are.
 */
export function layAxes({ ticks, highest, width, fontSize, measure }: Input) {
  // No number on the axis is longer than the number at its top.
  const numbersWidth = Math.ceil(measure(formatNumber(Math.ceil(highest * headroom))) + fontSize);
  const tickWidth = Math.max(0, ...ticks.map(measure)) + fontSize;
  const every = Math.max(1, Math.ceil((ticks.length * tickWidth) / Math.max(1, width - numbersWidth)));
  return { numbersWidth, every };
}
