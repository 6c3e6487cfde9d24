import { describeConfig } from '#config/config.ts';
import { requireFlags, type Run } from './command.ts';
import { settingsMarkdown } from './generated-settings.ts';

export const settingsCommand: Run = (args, context) => {
  const flags = requireFlags(args, ['--markdown']);
  if (flags.has('--markdown')) console.log(settingsMarkdown());
  else {
    const rows = describeConfig(context.environment);
    const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
    for (const { name, value, describe } of rows) {
      const mark = context.environment[name] === undefined ? ' ' : '*';
      console.log(`${mark} ${name.padEnd(width)}${value === '' ? '-' : value}`);
      console.log(`  ${' '.repeat(width)}${describe}`);
    }
    console.log('\n* set in the environment; the others are defaults.');
  }
  // Says what is wrong with them, and ends with its exit code.
  if (!flags.has('--markdown')) context.config();
  return Promise.resolve(0);
};
