import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openPool, type Sql } from '@vid/sql/sql';
import { lockDataFolder } from '../data-folder-lock.ts';
import {
  type EmbeddedConnection,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../embedded-postgres.ts';
import type { LogEvent } from '../server-log.ts';

const HOLD_DATABASE = fileURLToPath(new URL('hold-database.ts', import.meta.url));

/** Tracks everything that a test starts, and ends it in reverse order. */
export class TestDatabases {
  readonly #endings: (() => Promise<unknown>)[] = [];
  #template: string | undefined;

  /** Creates one database to copy, because initdb takes seconds. Call this method in `beforeAll`. */
  async makeTemplate(): Promise<void> {
    this.#template = await mkdtemp(join(tmpdir(), 'vid-db-'));
    await this.start(this.#template);
    await this.endAll();
  }

  /** Removes the template. Call this method in `afterAll`. */
  async removeTemplate(): Promise<void> {
    if (this.#template) await rm(this.#template, { recursive: true });
  }

  /** Copies the template's database into a data folder, as a first start would leave it. */
  async copyTemplate(folder?: string): Promise<string> {
    folder ??= await this.makeFolder();
    if (this.#template)
      await cp(join(this.#template, 'postgres'), join(folder, 'postgres'), { recursive: true });
    return folder;
  }

  async makeFolder(parent = tmpdir()): Promise<string> {
    const folder = await mkdtemp(join(parent, 'vid-db-'));
    this.onEnd(() => rm(folder, { recursive: true }));
    return folder;
  }

  onEnd(ending: () => Promise<unknown>): void {
    this.#endings.unshift(ending);
  }

  async endAll(): Promise<void> {
    for (const ending of this.#endings.splice(0)) await ending();
  }

  async start(
    dataDir: string,
    options: Partial<Pick<EmbeddedPostgresOptions, 'onStateChange' | 'runAs'>> = {},
  ): Promise<EmbeddedPostgres & { events: LogEvent[]; end: () => Promise<void> }> {
    const folder = await lockDataFolder(dataDir, { command: 'test' });
    const events: LogEvent[] = [];
    try {
      const database = await startEmbeddedPostgres({
        folder,
        log: (event) => events.push(event),
        ...options,
      });
      const end = async () => {
        await database.stop();
        await folder.release();
      };
      this.onEnd(end);
      return Object.assign(database, { events, end });
    } catch (error) {
      await folder.release();
      throw error;
    }
  }

  connect({ host, user, database }: EmbeddedConnection): Sql {
    const { sql, close } = openPool({ server: { hosts: [{ host, port: 5_432 }] }, user, database, max: 1 });
    this.onEnd(close);
    return sql;
  }

  /** Runs the database in another process, for tests that kill that process. */
  async startInChild(dataDir: string): Promise<{ child: ChildProcess; pid: number; host: string }> {
    const child = spawn(process.execPath, [HOLD_DATABASE, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.onEnd(async () => child.kill('SIGKILL'));
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const { pid, host } = JSON.parse(String(line));
    return { child, pid, host };
  }
}

export async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
