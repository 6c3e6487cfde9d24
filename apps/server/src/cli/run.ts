import { program } from '#lib/program.ts';
import { exitCodes } from '#process/environment/environment.ts';
import { createContext, type Host } from './command.ts';
import { commands, help } from './commands.ts';

export async function runCommand(line: readonly string[], host: Host): Promise<number> {
  const isJson = line.includes('--json');
  const [name = 'help', ...args] = line.filter((arg) => arg !== '--json');
  const context = createContext(host, isJson);
  if (['help', '--help', '-h'].includes(name)) {
    context.show(
      Object.entries(commands).map(([command, { usage = '', summary }]) => ({
        name: command,
        usage,
        summary,
      })),
      help(),
    );
    return 0;
  }
  if (['version', '--version'].includes(name)) {
    context.show({ version: program.version }, program.version);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const text = `Unknown command “${name}”.`;
    host.output.err(isJson ? JSON.stringify({ error: text, message: 'USAGE' }) : `${text}\n\n${help()}`);
    return exitCodes.usage;
  }
  try {
    const run = await command.load();
    return (await run(args, context)) ?? 0;
  } catch (error) {
    const { report } = await import('./explain-error.ts');
    return report(error, context);
  }
}
