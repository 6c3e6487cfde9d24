type Series = { readonly name: string; readonly values: readonly number[] };

export type ChartData = {
  /** The unit of the points, such as "Day": the heading of the table's first column. */
  readonly unit: string;
  /** A short text per point, below the axis. */
  readonly ticks: readonly string[];
  /** The text of each point in the table and in the readout. Defaults to the ticks. */
  readonly labels?: readonly string[];
  /**
   * One or two series, because users could not tell a third colour apart. One series is drawn as bars, two as lines.
   */
  readonly series: readonly [Series] | readonly [Series, Series];
};
