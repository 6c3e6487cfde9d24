import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { connect, type ConnectionTarget } from '#database/connection.ts';
import { seedExamples, type ExampleClient } from '#applications/application/seed-examples.ts';
import type { Keys } from '#lib/keys.ts';

const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** Run time after which the next restart of an example does not back off. */
const stableMs = 30_000;
const stopMs = 3_000;

const files = { sdk: 'sdk-app', oidc: 'oidc-app' } as const;
type Name = keyof typeof files;
export type ExampleOrigins = Readonly<Record<Name, string>>;

type Input = {
  readonly origins: ExampleOrigins;
  readonly vidOrigin: string;
  readonly target: ConnectionTarget;
  readonly keys: Keys;
  readonly log: Logger;
  readonly signal: AbortSignal;
};

export async function findExampleOrigins(vidPort: number): Promise<ExampleOrigins> {
  const sdk = (await findFree(vidPort + 1)) ?? (await findFree(0));
  const oidc = (await findFree(vidPort + 2)) ?? (await findFree(0));
  return { sdk: `http://localhost:${sdk}`, oidc: `http://localhost:${oidc}` };
}

async function findFree(port: number): Promise<number | undefined> {
  if (port > 65_535) return undefined;
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(undefined));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      const found = typeof address === 'object' && address !== null ? address.port : undefined;
      probe.close(() => resolve(found));
    });
  });
}

/**
 * Registers the example applications and runs each in its own process until VID stops, without delaying VID's
 * start. Returns a function that stops them.
 */
export function runExamples(input: Input): () => Promise<void> {
  const { log, signal, origins, vidOrigin } = input;
  const children = new Map<Name, ChildProcess>();
  const timers = new Set<NodeJS.Timeout>();

  const later = (work: () => void, pauseMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!signal.aborted) work();
    }, pauseMs);
    timers.add(timer);
  };

  const run = (name: Name, client: ExampleClient, pauseMs = firstPauseMs): void => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [serverFile(name)], {
      // The example exits when its IPC channel closes, however VID ended.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: {
        ...inherited(),
        VID_ORIGIN: vidOrigin,
        CLIENT_ID: client.clientId,
        CLIENT_SECRET: client.clientSecret,
        PORT: new URL(origins[name]).port,
      },
    });
    children.set(name, child);
    log.info({ example: name, process: child.pid, address: origins[name] }, 'example started');
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2_000);
    });
    child.once('error', (error) => log.error({ err: error, example: name }, 'example failed to start'));
    child.once('close', (code, exitSignal) => {
      children.delete(name);
      if (signal.aborted) return;
      const pause = performance.now() - startedAt > stableMs ? firstPauseMs : pauseMs;
      log.error(
        { example: name, code, signal: exitSignal, output, pauseMs: pause },
        'example exited; restarting it',
      );
      later(() => run(name, client, Math.min(pause * 2, longestPauseMs)), pause);
    });
  };

  const begin = async (pauseMs = firstPauseMs): Promise<void> => {
    try {
      const clients = await register(input);
      if (signal.aborted) return;
      for (const name of ['sdk', 'oidc'] as const) run(name, clients[name]);
    } catch (error) {
      if (signal.aborted) return;
      // Try again later, because an external database may become available or be migrated after VID has
      // started.
      log.warn({ err: error, pauseMs }, 'cannot register the examples yet; retrying');
      later(() => void begin(Math.min(pauseMs * 2, longestPauseMs)), pauseMs);
    }
  };
  void begin();

  return async () => {
    for (const timer of timers) clearTimeout(timer);
    await Promise.all([...children.values()].map(stop));
  };
}

async function register({ target, keys, origins }: Input): Promise<Readonly<Record<Name, ExampleClient>>> {
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-examples' });
  try {
    return await seedExamples({ sql, keys }, { sdkOrigin: origins.sdk, oidcOrigin: origins.oidc });
  } finally {
    await close();
  }
}

function serverFile(name: Name): string {
  return fileURLToPath(new URL(`../../../../../examples/${files[name]}/server.ts`, import.meta.url));
}

function inherited(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'SystemRoot', 'NODE_EXTRA_CA_CERTS'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const kill = setTimeout(() => child.kill('SIGKILL'), stopMs);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(kill);
}
