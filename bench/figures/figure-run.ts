import type { Report } from '../harness/report.ts';
import type { Bench } from '../harness/world.ts';

/** One or several figures that are taken together; `name` is what `--only` takes. */
export type FigureRun = {
  readonly name: string;
  readonly describe: string;
  run(bench: Bench, report: Report): Promise<void>;
};
