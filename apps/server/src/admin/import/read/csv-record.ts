export type Split = {
  readonly cells: readonly string[];
  readonly lines: number;
  /** True if a quotation mark in a cell is not doubled. The mark stays in the cell. Excludes `="An"`. */
  readonly isLoose: boolean;
  /**
   * True if a quoted cell counts as unclosed. The record is then only the first line, split at every
   * delimiter.
   */
  readonly isDamaged: boolean;
};

/** Limits beyond which a quoted cell counts as unclosed. */
const limits = { lines: 33_000, characters: 1_000_000 } as const;

/** Matches text that Excel does not convert: `="An, Bình"`. */
const textFormula = /^ *="(?:[^"]|"")*" */u;

/**
 * Splits the record that begins at a line (RFC 4180). Returns undefined at the end, or if the record may
 * continue in lines that have not arrived. csv-parse is not used, because it cannot resume after an unclosed
 * quotation mark, so that the rest of the file would be lost.
 */
export function splitRecord(
  lines: readonly string[],
  at: number,
  delimiter: string,
  isEnd: boolean,
): Split | undefined {
  const first = lines[at];
  if (first === undefined) return undefined;
  const damaged: Split = { cells: first.split(delimiter), lines: 1, isLoose: true, isDamaged: true };
  const cells: string[] = [];
  let [line, used, position] = [first, 1, 0];
  let isLoose = false;
  for (;;) {
    const quote = /^ *"/u.exec(line.slice(position, position + 64))?.[0];
    const formula = /^ *="/u.test(line.slice(position, position + 64))
      ? textFormula.exec(line.slice(position))?.[0]
      : undefined;
    const formulaEnd = position + (formula?.length ?? 0);
    if (formula !== undefined && (formulaEnd === line.length || line.startsWith(delimiter, formulaEnd))) {
      cells.push(formula);
      position = formulaEnd;
    } else if (quote === undefined) {
      const next = line.indexOf(delimiter, position);
      const cell = line.slice(position, next < 0 ? line.length : next);
      isLoose ||= cell.includes('"');
      cells.push(cell);
      position = next < 0 ? line.length : next;
    } else {
      let cell = '';
      const start = position;
      let lastQuote: number | undefined;
      position += quote.length;
      for (;;) {
        const end = line.indexOf('"', position);
        if (end < 0 && lastQuote !== undefined && used === 1) {
          // The quotation marks enclose only a part of the cell: `"An Phú" Land`.
          const next = line.indexOf(delimiter, lastQuote);
          position = next < 0 ? line.length : next;
          cell = line.slice(start, position);
          break;
        }
        if (end < 0) {
          cell += `${line.slice(position)}\n`;
          if (used >= limits.lines || cell.length > limits.characters) return damaged;
          const next = lines[at + used];
          if (next === undefined) return isEnd ? damaged : undefined;
          [line, used, position] = [next, used + 1, 0];
          continue;
        }
        cell += line.slice(position, end);
        position = end + 1;
        if (line[position] === '"') {
          cell += '"';
          position += 1;
          continue;
        }
        const rest = /^ */u.exec(line.slice(position))?.[0].length ?? 0;
        if (position + rest === line.length || line.startsWith(delimiter, position + rest)) {
          position += rest;
          break;
        }
        // A quotation mark inside a multi-line cell more likely begins a cell of another row.
        if (used > 1) return damaged;
        isLoose = true;
        lastQuote = end;
        cell += '"';
      }
      cells.push(cell);
    }
    if (position >= line.length) return { cells, lines: used, isLoose, isDamaged: false };
    position += delimiter.length;
    if (position >= line.length) return { cells: [...cells, ''], lines: used, isLoose, isDamaged: false };
  }
}
