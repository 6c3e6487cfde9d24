import type { TestCluster } from '@vid/testkit/database';
import type { TestServer } from '@vid/testkit/server';
import { vi } from 'vitest';
import { Door } from '#process/testing/door.ts';
import { runCommand } from '#cli/run.ts';

export type Operator = {
  /** Runs one command line beside the server, on its database, with connections of its own. */
  vid(...line: readonly string[]): Promise<{ readonly code: number; readonly text: string }>;
  /** The same for a command that is to succeed: what it said. */
  ok(...line: readonly string[]): Promise<string>;
  close(): Promise<void>;
};

/** Whoever types `npm run vid -- …` on the machine of a running server; `origin` is where that listens. */
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
  const vid: Operator['vid'] = async (...line) => {
    const said: string[] = [];
    const keep = (...words: readonly unknown[]): void => void said.push(words.join(' '));
    const spies = [
      vi.spyOn(console, 'log').mockImplementation(keep),
      vi.spyOn(console, 'error').mockImplementation(keep),
    ];
    try {
      const code = await runCommand(line, environment);
      return { code, text: said.join('\n') };
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  };
  return {
    vid,
    async ok(...line) {
      const { code, text } = await vid(...line);
      if (code !== 0) throw new Error(`${line.join(' ')} ended with ${code}: ${text}`);
      return text;
    },
    close: () => door.close(),
  };
}
