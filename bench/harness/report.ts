import { round } from './statistics.ts';

/** What a figure has to hold; a figure without one is told for information. */
export type Target = {
  readonly of: 'ratio' | 'value';
  readonly atLeast?: number;
  readonly atMost?: number;
};

export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same work done bare, in the same run. */
  readonly floor?: number;
  readonly target?: Target;
  /** What the reader should know beside the number. */
  readonly note?: string;
};

export type Report = {
  add(figure: Figure): void;
  /** Prints the table and tells whether every target was held. */
  finish(): boolean;
};

type Row = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly floor: number | null;
  readonly ratio: number | null;
  readonly target: string | null;
  readonly ok: boolean | null;
  readonly note?: string;
};

/** One JSON line for each figure at once, so that an interrupted run has said what it knows. */
export function createReport(print: (line: string) => void): Report {
  const rows: Row[] = [];
  return {
    add(figure) {
      const row = toRow(figure);
      rows.push(row);
      print(JSON.stringify(row));
    },
    finish() {
      print('');
      for (const line of table(rows)) print(line);
      const missed = rows.filter((row) => row.ok === false);
      print('');
      print(
        missed.length === 0
          ? 'Every target holds.'
          : `${missed.length} missed: ${missed.map((row) => row.name).join(', ')}`,
      );
      return missed.length === 0;
    },
  };
}

function toRow({ name, value, unit, floor, target, note }: Figure): Row {
  const ratio = floor === undefined ? null : value / floor;
  const measured = target?.of === 'ratio' ? (ratio ?? Number.NaN) : value;
  return {
    name,
    value: round(value),
    unit,
    floor: floor === undefined ? null : round(floor),
    ratio: ratio === null ? null : round(ratio),
    target: target ? describe(target) : null,
    ok: target ? holds(measured, target) : null,
    ...(note === undefined ? {} : { note }),
  };
}

/** NaN holds nothing. */
function holds(value: number, { atLeast, atMost }: Target): boolean {
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);
}

function describe({ of, atLeast, atMost }: Target): string {
  const bounds = [atLeast === undefined ? '' : `>= ${atLeast}`, atMost === undefined ? '' : `<= ${atMost}`];
  return `${of} ${bounds.filter((bound) => bound !== '').join(' and ')}`;
}

function table(rows: readonly Row[]): string[] {
  const cells = rows.map((row) => [
    row.name,
    `${row.value} ${row.unit}`,
    row.floor === null ? '' : String(row.floor),
    row.ratio === null ? '' : row.ratio.toFixed(2),
    row.target ?? '',
    row.ok === null ? '' : row.ok ? 'holds' : 'MISSED',
    row.note ?? '',
  ]);
  const head = ['figure', 'value', 'floor', 'ratio', 'target', '', 'note'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  return [head, widths.map((width) => '-'.repeat(width)), ...cells].map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
