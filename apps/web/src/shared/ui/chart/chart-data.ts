type Series = { readonly name: string; readonly values: readonly number[] };

export type ChartData = {
  /** What the points are, such as "Day": the head of the table's first column. */
  readonly unit: string;
  /** A short text per point, below the axis. */
  readonly ticks: readonly string[];
  /** The text of each point in the table and in the readout. The ticks by default. */
  readonly labels?: readonly string[];
  /** One or two, because a third colour would not be told apart. One is drawn as bars, two as lines. */
  readonly series: readonly [Series] | readonly [Series, Series];
};
