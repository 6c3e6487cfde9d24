import { requireFlags, type Run } from './command.ts';
import { listErrors } from './generated-errors.ts';

export const errors: Run = (args) => {
  requireFlags(args, []);
  const rows = listErrors();
  const width = Math.max(...rows.map(({ code }) => code.length)) + 2;
  for (const row of rows)
    console.log(`${row.status}  ${row.code.padEnd(width)}${row.en}\n${' '.repeat(width + 5)}${row.vi}`);
  return Promise.resolve(0);
};
