export type Cells = readonly (string | null)[];

/** A file that is written piece by piece. */
export type ExportFile<State> = {
  /** What another process needs to continue the file. JSON; it changes with each piece. */
  readonly state: State;
  /** What the file begins with. */
  begin(): Promise<Buffer>;
  write(rows: readonly Cells[]): Promise<Buffer>;
  /** What the file ends with. */
  end(): Promise<Buffer>;
};
