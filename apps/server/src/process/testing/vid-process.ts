import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
const cli = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const compileCache = fileURLToPath(
  new URL('../../../../../node_modules/.cache/vid-compiled', import.meta.url),
);

const running = new Set<ChildProcess>();

/**
 * Ends processes that a failed test left running. Call this function at the end of each file that starts
 * processes.
 */
export async function endVidProcesses(): Promise<void> {
  await Promise.all(
    Array.from(running, async (child) => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }),
  );
}

export type LogEntry = Readonly<Record<string, unknown>>;

export type VidProcess = {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  entry(message: string): Promise<LogEntry>;
  port(): Promise<number>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  exitCode(): Promise<number | null>;
};

type Environment = Readonly<Record<string, string>>;

/**
 * Starts VID as an operator does, or with a channel as the launcher does, without this process's VID_*
 * variables.
 */
export function startVid(environment: Environment, options: { hasChannel?: boolean } = {}): VidProcess {
  const stdio: ('ignore' | 'pipe' | 'ipc')[] = ['ignore', 'pipe', 'pipe'];
  if (options.hasChannel) stdio.push('ipc');
  return watch(spawn(process.execPath, [main], { env: clean(environment), stdio }));
}

export function startCommand(args: readonly string[], environment: Environment): VidProcess {
  return watch(
    spawn(process.execPath, [cli, ...args], { env: clean(environment), stdio: ['ignore', 'pipe', 'pipe'] }),
  );
}

export async function runVid(
  args: readonly string[],
  environment: Environment,
): Promise<{ code: number | null; text: string }> {
  const vid = startCommand(args, environment);
  const code = await vid.exitCode();
  return { code, text: vid.lines.join('\n') };
}

export async function makeDataFolder(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vid-process-'));
  // Retry the removal, because a killed VID's database writes until its supervisor has stopped it.
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  return { dataDir, remove };
}

function clean(environment: Environment): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^VID_|_proxy$/iu.test(name));
  return {
    ...Object.fromEntries(inherited),
    NODE_COMPILE_CACHE: compileCache,
    VID_PORT: '0',
    VID_PASSWORD_MEMORY_KIB: '7168',
    ...environment,
  };
}

function watch(child: ChildProcess): VidProcess {
  running.add(child);
  child.once('exit', () => running.delete(child));
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const outputs = [child.stdout, child.stderr].flatMap((stream) => {
    if (!stream) return [];
    const input = createInterface({ input: stream });
    input.on('line', (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
    return [once(input, 'close')];
  });
  // The event `close` does not fire if this side closed the channel, so wait for the outputs.
  const ended = Promise.all([once(child, 'exit'), ...outputs]);
  const entry = (message: string): Promise<LogEntry> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = lines.map(parse).find((candidate) => candidate?.['msg'] === message);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      ended
        .finally(() => {
          look();
          if (waiting.has(look)) reject(new Error(`VID ended without “${message}”:\n${lines.join('\n')}`));
        })
        .catch(reject);
    });
  const exitCode = async (): Promise<number | null> => {
    await ended;
    return child.exitCode;
  };
  return {
    child,
    lines,
    entry,
    port: async () => Number((await entry('listening'))['port']),
    exitCode,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return exitCode();
    },
  };
}

function parse(line: string): LogEntry | undefined {
  if (!line.startsWith('{')) return undefined;
  const value: unknown = JSON.parse(line);
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}
