import type { TestCluster } from '@vid/testkit/database/database';
import type { TestServer } from '@vid/testkit/server';
import { Door } from '#process/testing/door.ts';
import { createHost } from '#cli/command.ts';
import { runCommand } from '#cli/run.ts';

export type CommandResult = { readonly code: number; readonly text: string };

/** Runs a command in this process, which is much faster than starting a process. */
export async function runInProcess(
  line: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const output: string[] = [];
  const keep = (text: string): void => void output.push(text);
  const code = await runCommand(line, { ...createHost(environment), output: { out: keep, err: keep } });
  return { code, text: output.join('\n') };
}

export type Operator = {
  readonly environment: Readonly<Record<string, string>>;
  vid(...line: readonly string[]): Promise<CommandResult>;
  ok(...line: readonly string[]): Promise<string>;
  close(): Promise<void>;
};

export async function createOperator(
  cluster: TestCluster,
  server: TestServer,
  origin = 'http://localhost:8080',
): Promise<Operator> {
  const door = new Door();
  await door.open(cluster.host);
  const [row] = await server.deps.sql<{ name: string }[]>`select current_database() as name`;
  const environment = {
    VID_DATABASE_URL: `postgres://${cluster.user}@127.0.0.1:${door.port}/${row?.name}`,
    VID_MASTER_KEY: '07'.repeat(32),
    VID_DATA_DIR: '/nonexistent/vid',
    VID_PORT: new URL(origin).port,
    VID_PASSWORD_MEMORY_KIB: '7168',
  };
  const vid: Operator['vid'] = (...line) => runInProcess(line, environment);
  return {
    environment,
    vid,
    async ok(...line) {
      const { code, text } = await vid(...line);
      if (code !== 0) throw new Error(`${line.join(' ')} ended with ${code}: ${text}`);
      return text;
    },
    close: () => door.close(),
  };
}
