import type { Load } from '../harness/loads.ts';
import type { Report } from '../harness/report.ts';
import type { Bench, World } from '../harness/world.ts';

/** One figure, or several figures that are measured together. `name` is the value for `--only`. */
export type FigureRun = {
  readonly name: string;
  readonly describe: string;
  run(bench: Bench, report: Report): Promise<void>;
  /** Loads that `--against` compares between two checkouts, by figure. Absent if the figure cannot be compared. */
  readonly loads?: (bench: Bench, world: World) => Promise<Readonly<Record<string, Load>>>;
};
