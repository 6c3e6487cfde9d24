import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRunningPostgres } from '@vid/embedded-postgres/embedded-postgres';
import { makeDataFolder, runVid, startVid, type VidProcess } from './testing/vid-process.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
beforeAll(async () => {
  folder = await makeDataFolder();
});
afterAll(() => folder.remove());

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

describe('evaluation mode on the embedded database', () => {
  let administrator: { phone: string; password: string };

  it('starts from nothing, tells a newcomer all there is to know, and stops in order', async () => {
    const vid = startVid({ VID_DATA_DIR: folder.dataDir });
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

    expect((await signIn(port, phone, password)).status).toBe(200);
    expect((await call(port, '/vid/health/ready')).status).toBe(200);
    expect(await vid.stop()).toBe(0);
    expect(await findRunningPostgres(folder.dataDir)).toBeUndefined();
  });

  it('finds its data again, shows the password no more, and says who holds the folder', async () => {
    const vid = startVid({ VID_DATA_DIR: folder.dataDir });
    const port = await vid.port();
    await expect.poll(() => vid.lines.join('\n')).toContain('administrator.txt');
    expect(vid.lines.join('\n')).not.toContain(administrator.password);
    const answer = await signIn(port, administrator.phone, administrator.password);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ data: { role: 'admin' } });
    expect((await signIn(port, '0900000101', 'Hoi-Vien@2026')).status).toBe(200);

    const second = startVid({ VID_DATA_DIR: folder.dataDir });
    expect(await second.exitCode()).toBe(69);
    expect(second.lines.join('\n')).toContain(`is in use by`);
    expect(second.lines.join('\n')).toContain(String(vid.child.pid));

    const locked = await runVid(['lock', '0900000101'], { VID_DATA_DIR: folder.dataDir });
    expect(locked).toMatchObject({ code: 0, text: '+8490****01 is locked.' });
    expect((await signIn(port, '0900000101', 'Hoi-Vien@2026')).status).toBe(403);
    await vid.stop('SIGINT');
  });

  it('finishes what is in flight, takes no more, and stops once for two signals', async () => {
    // Slow hashes: a sign-in takes most of a second.
    const vid = startVid({
      VID_DATA_DIR: folder.dataDir,
      VID_PASSWORD_MEMORY_KIB: '131072',
      VID_PASSWORD_ITERATIONS: '10',
    });
    const port = await vid.port();
    const inFlight = signIn(port, '0900000102', 'not-the-password');
    await delay(100);
    vid.child.kill('SIGTERM');
    vid.child.kill('SIGINT');
    await vid.entry('stopping: requests in flight finish first');
    expect((await inFlight).status).toBe(401);
    await expect(fetch(`http://127.0.0.1:${port}/vid/health/live`)).rejects.toThrow('fetch failed');
    expect(await vid.exitCode()).toBe(0);
    expect(vid.lines.join('\n')).not.toContain('stopping at once');
  });

  it('stops in order when its launcher is gone', async () => {
    const vid = startVid({ VID_DATA_DIR: folder.dataDir }, { hasChannel: true });
    await vid.port();
    vid.child.disconnect();
    expect(await vid.exitCode()).toBe(0);
    expect(await findRunningPostgres(folder.dataDir)).toBeUndefined();
  });

  it('recovers by itself after kill -9', async () => {
    const killed = startVid({ VID_DATA_DIR: folder.dataDir });
    await killed.port();
    await killed.stop('SIGKILL');
    const vid = startVid({ VID_DATA_DIR: folder.dataDir });
    const port = await vid.port();
    expect((await signIn(port, administrator.phone, administrator.password)).status).toBe(200);
    expect(await vid.stop()).toBe(0);
  });
});

async function refused(environment: Record<string, string>): Promise<{ code: number | null; text: string }> {
  const vid = startVid(environment);
  return { code: await vid.exitCode(), text: vid.lines.join('\n') };
}

describe('what does not start says why', () => {
  it('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => {
      other.once('listening', resolve);
    });
    const address = other.address();
    const port = String(typeof address === 'object' && address ? address.port : 0);
    const { code, text } = await refused({ VID_DATA_DIR: folder.dataDir, VID_PORT: port });
    other.close();
    expect(code).toBe(69);
    expect(text).toContain(`127.0.0.1:${port} is in use`);
    expect(text).not.toMatch(/\bat \S+\.ts/u);
    expect(await findRunningPostgres(folder.dataDir)).toBeUndefined();
  });

  it('production without what it needs, all of it at once', async () => {
    const { code, text } = await refused({ VID_MODE: 'production', VID_DATA_DIR: folder.dataDir });
    expect(code).toBe(78);
    for (const name of ['VID_PUBLIC_URL', 'VID_DATABASE_URL', 'VID_MASTER_KEY', 'VID_SMS_URL'])
      expect(text).toContain(`  - ${name} `);
  });

  it('a setting that does not exist', async () => {
    const { code, text } = await refused({ VID_PROT: '8081' });
    expect([code, text]).toEqual([78, expect.stringContaining('VID_PROT is not a setting of VID')]);
  });
});

async function readMetrics(port: number): Promise<string> {
  const answer = await call(port, '/vid/metrics', { headers: { authorization: 'Bearer canary-secret' } });
  return answer.text();
}

describe('several workers', () => {
  let vid: VidProcess;
  let port: number;
  beforeAll(async () => {
    vid = startVid({ VID_DATA_DIR: folder.dataDir, VID_WORKERS: '2', VID_METRICS_TOKEN: 'canary-secret' });
    port = await vid.port();
    await untilWorkers(2);
  });
  afterAll(() => vid.stop('SIGKILL'));

  /** Process ids of the workers that said they serve. */
  const workers = (): number[] =>
    vid.lines.flatMap((line) => {
      const found = /"worker":(\d+),"msg":"a worker serves"/u.exec(line);
      return found ? [Number(found[1])] : [];
    });
  const untilWorkers = async (count: number): Promise<void> => {
    while (workers().length < count) await delay(20);
  };

  it('share the port, and no secret stands in their environment', async () => {
    expect((await signIn(port, '0900000103', 'Hoi-Vien@2026')).status).toBe(200);
    for (const pid of workers()) {
      const text = await readFile(`/proc/${pid}/environ`, 'utf8');
      expect(text).not.toMatch(/VID_|canary/u);
    }
  });

  it('show their figures together', async () => {
    for (let round = 0; round < 10; round += 1)
      await call(port, '/vid/nothing', { headers: { connection: 'close' } });
    const counts = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      const line = /vid_http_request_duration_seconds_count\{[^}]*route="unmatched"[^}]*\} (\d+)/u.exec(
        await readMetrics(port),
      );
      counts.add(line?.[1] ?? 'none');
    }
    // Whichever worker answers, the sum is the same.
    expect(counts).toEqual(new Set(['10']));
  });

  it('are replaced when one dies', async () => {
    const [victim = 0] = workers();
    process.kill(victim, 'SIGKILL');
    await vid.entry('a worker died; another follows');
    expect((await call(port, '/vid/health/live')).status).toBe(200);
    await untilWorkers(3);
    expect((await call(port, '/vid/health/ready')).status).toBe(200);
  });

  it('end with the one that started them', async () => {
    const alive = workers().slice(1);
    expect(await vid.stop('SIGTERM')).toBe(0);
    for (const pid of alive) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(await findRunningPostgres(folder.dataDir)).toBeUndefined();
  });
});
