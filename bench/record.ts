import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { FigureRun } from './figures/figure-run.ts';
import { figures } from './figures/figures.ts';
import type { Row } from './harness/report.ts';

type Recorded = {
  readonly date: string;
  readonly machine: string;
  /**
   * One-minute load average after the figure. A value above the bench's own load means that the machine did other work.
   */
  readonly load: number;
  readonly rows: readonly Row[];
};

const resultsFile = new URL('results.json', import.meta.url);
const pageFile = new URL('../docs/benchmarks.md', import.meta.url);
const begin = '<!-- figures: written by npm run bench -- --record -->';
const end = '<!-- end of figures -->';

/** Stores the rows of a figure in `results.json` and writes all recorded figures into `docs/benchmarks.md`. */
export async function recordRun(figure: FigureRun, rows: readonly Row[]): Promise<void> {
  const results = await readResults();
  results[figure.name] = {
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    load: Number((loadavg()[0] ?? Number.NaN).toFixed(1)),
    rows,
  };
  await writeFile(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  const page = await readFile(pageFile, 'utf8');
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error('docs/benchmarks.md lacks the comments that enclose the figures');
  const written = figures.flatMap((known) => sectionOf(known, results[known.name]));
  await writeFile(pageFile, `${page.slice(0, from)}${[begin, '', ...written].join('\n')}${page.slice(to)}`);
}

async function readResults(): Promise<Record<string, Recorded>> {
  const text = await readFile(resultsFile, 'utf8').catch(() => '{}');
  const results: Record<string, Recorded> = JSON.parse(text);
  return results;
}

function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores of ${model}, ${memory} GB, Node ${process.versions.node}`;
}

function sectionOf({ name, describe }: FigureRun, recorded: Recorded | undefined): string[] {
  if (!recorded) return [];
  return [
    `### ${name}`,
    '',
    `${capitalise(describe)}.`,
    '',
    '| figure | value | floor | ratio | target | note |',
    '|---|---|---|---|---|---|',
    ...recorded.rows.map(lineOf),
    '',
    `Measured on ${recorded.date}: ${recorded.machine}, load ${recorded.load}.`,
    '',
  ];
}

function lineOf({ name, value, unit, floor, ratio, target, ok, note }: Row): string {
  const goal = target === null ? '' : `${target}${ok === false ? ', **missed**' : ''}`;
  return `| ${[name, `${format(value)} ${unit}`.trim(), format(floor), format(ratio), goal, note ?? ''].join(' | ')} |`;
}

function capitalise(text: string): string {
  const first = /[a-z]/iu.exec(text)?.index ?? 0;
  return text.slice(0, first) + text.charAt(first).toUpperCase() + text.slice(first + 1);
}

function format(number: number | null): string {
  return number?.toLocaleString('en') ?? '';
}
