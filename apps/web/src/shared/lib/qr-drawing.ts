import { encode } from 'uqr';

/** Light modules that scanners need around the code (ISO/IEC 18004 section 9.1). */
const quietZone = 4;

export type QrDrawing = { size: number; path: string };

/** Draws `text` at error correction level M, which still scans with 15 % of the code damaged. */
export function drawQr(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const runs = data.flatMap((row, y) =>
    darkRuns(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`),
  );
  return { size, path: runs.join('') };
}

function darkRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  let start = 0;
  row.forEach((isDark, x) => {
    if (!isDark) return;
    if (x === 0 || row[x - 1] !== true) start = x;
    if (row[x + 1] !== true) runs.push([start, x + 1 - start]);
  });
  return runs;
}
