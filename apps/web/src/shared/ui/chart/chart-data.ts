type Series = { readonly name: string; readonly values: readonly number[] };

export type ChartData = {
  readonly unit: string;
  readonly ticks: readonly string[];
  /** The text of each point in the table and in the readout. Defaults to the ticks. */
  readonly labels?: readonly string[];
  /**
   * One or two series, because users could not tell a third colour apart. One series is drawn as bars, two as lines.
   */
  readonly series: readonly [Series] | readonly [Series, Series];
};
