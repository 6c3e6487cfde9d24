import { round } from './statistics.ts';

/** A figure's target. */
export type Target = {
  readonly of: 'ratio' | 'value';
  readonly atLeast?: number;
  readonly atMost?: number;
};

export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Divisor of the ratio: the result of the baseline server or of the other checkout in the same run. */
  readonly floor?: number;
  readonly target?: Target;
  readonly note?: string;
};

export type Row = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly floor: number | null;
  readonly ratio: number | null;
  readonly target: string | null;
  readonly ok: boolean | null;
  readonly note?: string;
};

export type Report = {
  readonly rows: readonly Row[];
  add(figure: Figure): void;
  /** Prints the table and returns whether every target is met. */
  finish(): boolean;
};

/**
 * Creates a report that prints each figure as a JSON line as soon as it is measured, so that an interrupted run loses
 * no figure.
 */
export function createReport(print: (line: string) => void, floorTitle: 'floor' | 'other' = 'floor'): Report {
  const rows: Row[] = [];
  return {
    rows,
    add(figure) {
      const row = toRow(figure);
      rows.push(row);
      print(JSON.stringify(row));
    },
    finish() {
      print('');
      for (const line of table(rows, floorTitle)) print(line);
      if (rows.every((row) => row.ok === null)) return true;
      const missed = rows.filter((row) => row.ok === false);
      print('');
      print(
        missed.length === 0
          ? 'All targets met.'
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
    ok: target ? isMet(measured, target) : null,
    ...(note === undefined ? {} : { note }),
  };
}

/** Returns whether the value meets the target. NaN meets no target. */
function isMet(value: number, { atLeast, atMost }: Target): boolean {
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);
}

function describe({ of, atLeast, atMost }: Target): string {
  const bounds = [atLeast === undefined ? '' : `>= ${atLeast}`, atMost === undefined ? '' : `<= ${atMost}`];
  return `${of} ${bounds.filter((bound) => bound !== '').join(' and ')}`;
}

function table(rows: readonly Row[], floorTitle: string): string[] {
  const cells = rows.map((row) => [
    row.name,
    `${row.value} ${row.unit}`,
    row.floor === null ? '' : String(row.floor),
    row.ratio === null ? '' : row.ratio.toFixed(2),
    row.target ?? '',
    row.ok === null ? '' : row.ok ? 'met' : 'MISSED',
    row.note ?? '',
  ]);
  const head = ['figure', 'value', floorTitle, 'ratio', 'target', '', 'note'];
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
