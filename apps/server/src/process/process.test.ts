import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findRunningPostgres } from '@vid/embedded-postgres/embedded-postgres';
import { listenOnLoopback } from '@vid/testkit/network';
import { endVidProcesses, makeDataFolder, runVid, startVid, type VidProcess } from './testing/vid-process.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
/** Settings that do not start the example applications, which `examples.test.ts` covers. */
const withoutExamples = () => ({ VID_DATA_DIR: folder.dataDir, VID_EXAMPLES: 'off' });
beforeAll(async () => {
  folder = await makeDataFolder();
});
afterAll(async () => {
  await endVidProcesses();
  await folder.remove();
});

type CallInit = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

const call = (port: number, path: string, init: CallInit = {}) =>
  fetch(`http://localhost:${port}${path}`, {
    ...init,
    headers: { origin: `http://localhost:${port}`, ...init.headers },
  });

function signIn(port: number, phone: string, password: string): Promise<Response> {
  return call(port, '/vid/ajax/auth/login/phone', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone, password }),
  });
}

/**
 * Checks that a password belongs to an administrator: VID refuses the password sign-in of an administrator
 * who has no second factor.
 */
async function expectAdministrator(
  port: number,
  { phone, password }: { phone: string; password: string },
): Promise<void> {
  const answer = await signIn(port, phone, password);
  expect([answer.status, await answer.json()]).toMatchObject([403, { message: 'SECOND_FACTOR_REQUIRED' }]);
}

describe('evaluation mode on the embedded database', () => {
  let administrator: { phone: string; password: string };

  it('starts with an empty folder, and prints addresses and credentials', async () => {
    const vid = startVid(withoutExamples());
    const port = await vid.port();
    const shown = (): string => vid.lines.filter((line) => !line.startsWith('{')).join('\n');
    await expect.poll(shown).toContain('Stop with Ctrl-C');
    const banner = shown();
    expect(banner).toContain(`http://localhost:${port}/vid/web/`);
    expect(banner).toContain(`http://localhost:${port}/vid/dev/outbox`);
    expect(banner).toContain(`http://localhost:${port}/vid/docs`);
    expect(banner).toContain('EVALUATION MODE');
    const phone = /Administrator +(\+84\d{9})/u.exec(banner)?.[1] ?? '';
    const password = /Password \(shown once\) +(\S+)/u.exec(banner)?.[1] ?? '';
    administrator = { phone, password };

    const file = join(folder.dataDir, 'administrator.txt');
    expect(await readFile(file, 'utf8')).toContain(password);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder.dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
    expect(vid.lines.filter((line) => line.startsWith('{')).join('\n')).not.toContain(password);

    await expectAdministrator(port, administrator);
    expect((await call(port, '/vid/health/ready')).status).toBe(200);
    expect(await vid.stop()).toBe(0);
    expect(await findRunningPostgres(folder.dataDir)).toBeUndefined();
  });

  describe('on the next start', () => {
    let vid: VidProcess;
    let port: number;
    beforeAll(async () => {
      // A slow hash keeps the sign-in of an unknown phone running while VID stops. Stored hashes keep their
      // parameters.
      vid = startVid({
        ...withoutExamples(),
        VID_PASSWORD_MEMORY_KIB: '131072',
        VID_PASSWORD_ITERATIONS: '10',
      });
      port = await vid.port();
    });

    it('keeps its data, and does not print the password again', async () => {
      await expect.poll(() => vid.lines.join('\n')).toContain('administrator.txt');
      expect(vid.lines.join('\n')).not.toContain(administrator.password);
      await expectAdministrator(port, administrator);
      expect((await signIn(port, '0900000101', 'Hoi-Vien@2026')).status).toBe(200);

      const second = startVid(withoutExamples());
      expect(await second.exitCode()).toBe(69);
      expect(second.lines.join('\n')).toContain(`is in use by`);
      expect(second.lines.join('\n')).toContain(String(vid.child.pid));

      const locked = await runVid(['lock', '0900000101'], { VID_DATA_DIR: folder.dataDir });
      expect(locked).toMatchObject({ code: 0, text: 'Locked +8490****01.' });
      expect((await signIn(port, '0900000101', 'Hoi-Vien@2026')).status).toBe(403);
    });

    it('finishes running requests and refuses new requests when it stops', async () => {
      const inFlight = signIn(port, '0912345678', 'not-the-password');
      const metrics = async () => (await call(port, '/vid/metrics')).text();
      await expect.poll(metrics, { timeout: 10_000 }).toMatch(/^vid_hash_running 1$/mu);
      vid.child.kill('SIGINT');
      vid.child.kill('SIGTERM');
      await vid.entry('stopping after the requests in flight');
      expect((await inFlight).status).toBe(401);
      await expect(fetch(`http://127.0.0.1:${port}/vid/health/live`)).rejects.toThrow('fetch failed');
      expect(await vid.exitCode()).toBe(0);
      expect(vid.lines.join('\n')).not.toContain('stopping immediately');
    });
  });

  it('starts again after kill -9, and stops with its parent process', async () => {
    const killed = startVid(withoutExamples());
    await killed.port();
    await killed.stop('SIGKILL');
    const vid = startVid(withoutExamples(), { hasChannel: true });
    const port = await vid.port();
    await expectAdministrator(port, administrator);
    vid.child.disconnect();
    expect(await vid.exitCode()).toBe(0);
    expect(await findRunningPostgres(folder.dataDir)).toBeUndefined();
  });
});

async function refused(environment: Record<string, string>): Promise<{ code: number | null; text: string }> {
  const vid = startVid(environment);
  return { code: await vid.exitCode(), text: vid.lines.join('\n') };
}

describe('a failed start', () => {
  it('explains that a port is in use', async () => {
    const other = createServer();
    onTestFinished(() => void other.close());
    const port = String(await listenOnLoopback(other));
    const { code, text } = await refused({ ...withoutExamples(), VID_PORT: port });
    expect(code).toBe(69);
    expect(text).toContain(`127.0.0.1:${port} is in use`);
    expect(text).not.toMatch(/\bat \S+\.ts/u);
    expect(await findRunningPostgres(folder.dataDir)).toBeUndefined();
  });

  it('lists every setting that production lacks', async () => {
    const { code, text } = await refused({ VID_MODE: 'production', VID_DATA_DIR: folder.dataDir });
    expect(code).toBe(78);
    for (const name of ['VID_PUBLIC_URL', 'VID_DATABASE_URL', 'VID_MASTER_KEY', 'VID_SMS_URL'])
      expect(text).toContain(`  - ${name} `);
  });

  it('names an unknown setting', async () => {
    const { code, text } = await refused({ VID_PROT: '8081' });
    expect([code, text]).toEqual([78, expect.stringContaining('VID_PROT is not a VID setting')]);
  });

  it.each(['proxy.example.vn:3128', 'socks5://127.0.0.1:1080'])(
    'explains that a proxy needs a URL with http:// (%s)',
    async (url) => {
      const { code, text } = await refused({ HTTPS_PROXY: url });
      expect([code, text]).toEqual([
        78,
        expect.stringContaining('must be addresses such as http://proxy.example.vn:3128'),
      ]);
    },
  );
});

async function readMetrics(port: number): Promise<string> {
  const answer = await call(port, '/vid/metrics', { headers: { authorization: 'Bearer canary-secret' } });
  return answer.text();
}

describe('several workers', () => {
  let vid: VidProcess;
  let port: number;
  beforeAll(async () => {
    vid = startVid({ ...withoutExamples(), VID_WORKERS: '2', VID_METRICS_TOKEN: 'canary-secret' });
    port = await vid.port();
    await untilWorkers(2);
  });

  const workers = (): number[] =>
    vid.lines.flatMap((line) => {
      const found = /"worker":(\d+),"msg":"worker is serving"/u.exec(line);
      return found ? [Number(found[1])] : [];
    });
  const untilWorkers = async (count: number): Promise<void> => {
    while (workers().length < count) await delay(20);
  };

  it('serve requests and have no secret in their environment', async () => {
    expect((await signIn(port, '0900000103', 'Hoi-Vien@2026')).status).toBe(200);
    for (const pid of workers()) {
      const text = await readFile(`/proc/${pid}/environ`, 'utf8');
      expect(text).not.toMatch(/VID_|canary/u);
    }
  });

  it('report the sum of their metrics', async () => {
    for (let round = 0; round < 10; round += 1)
      await call(port, '/vid/nothing', { headers: { connection: 'close' } });
    const counts = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      const line = /vid_http_request_duration_seconds_count\{[^}]*route="unmatched"[^}]*\} (\d+)/u.exec(
        await readMetrics(port),
      );
      counts.add(line?.[1] ?? 'none');
    }
    // The sum of the workers' counts is the same whichever worker responds.
    expect(counts).toEqual(new Set(['10']));
    const text = await readMetrics(port);
    for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes'])
      expect(text).toContain(`\n${name} `);
  });

  it('are replaced when they die', async () => {
    const [victim = 0] = workers();
    process.kill(victim, 'SIGKILL');
    await vid.entry('worker died; starting another');
    // A new worker must not get requests before it can serve them.
    const statuses = new Set<number>();
    const check = async (): Promise<void> => {
      const { status } = await call(port, '/vid/health/ready', { headers: { connection: 'close' } });
      statuses.add(status);
    };
    while (workers().length < 3) await check();
    for (let round = 0; round < 4; round += 1) await check();
    expect(statuses).toEqual(new Set([200]));
  });

  it('stop with the main process', async () => {
    const alive = workers().slice(1);
    expect(await vid.stop('SIGTERM')).toBe(0);
    for (const pid of alive) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(await findRunningPostgres(folder.dataDir)).toBeUndefined();
  });
});
