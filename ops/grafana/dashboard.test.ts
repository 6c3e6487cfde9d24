import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@vid/testkit/network';
import { SocketBrowser } from '@vid/testkit/http/socket-browser';
import { expectOk, signUp } from '@vid/testkit/http/socket-steps';
import { endVidProcesses, makeDataFolder, startVid } from '@vid/server/process/testing/vid-process';
import { afterAll, expect, it, onTestFinished } from 'vitest';

type Target = { readonly expr: string };
type Dashboard = {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly Target[] }[];
};
type Result = {
  readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] };
};

/** The only panel without data, because nothing fails in the test. */
const panelOfFailures = 'Failed jobs and webhooks';
const password = 'Mat-khau-2026';

afterAll(() => endVidProcesses());

/** Starts a server in evaluation mode, whose sample gateways report deliveries. */
async function startServer(): Promise<string> {
  const folder = await makeDataFolder();
  const port = await freePort();
  const server = startVid({
    // The sample gateways report to the public address, which needs a known port.
    VID_PORT: String(port),
    VID_DATA_DIR: folder.dataDir,
    VID_EXAMPLES: 'off',
    VID_SAMPLE_PROVIDERS: 'off',
    VID_SAMPLE_GATEWAYS: 'on',
    VID_SMS_PRICE: '350',
    VID_SMS_CEILING_DAY: '1000000',
  });
  onTestFinished(async () => {
    await server.stop();
    await folder.remove();
  });
  await server.port();
  return `http://localhost:${port}`;
}

/** Starts Prometheus with the configuration of `ops/prometheus`, but scrapes every second. Returns its URL. */
async function startPrometheus(target: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vid-prometheus-'));
  const source = join(import.meta.dirname, '../prometheus');
  const file = join(folder, 'prometheus.yml');
  const text = await readFile(join(source, 'prometheus.yml'), 'utf8');
  await writeFile(
    file,
    text
      .replace('scrape_interval: 15s', 'scrape_interval: 1s')
      .replace('127.0.0.1:8080', target)
      .replace('- alerts.yml', `- ${join(source, 'alerts.yml')}`),
  );
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  onTestFinished(async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true });
  });
  return `http://${address}`;
}

/** Causes the events that the panels count. */
async function useServer(origin: string, phone: string): Promise<void> {
  const member = new SocketBrowser();
  await signUp(origin, member, { phone, password });
  expectOk('who am I', await member.get(origin, '/vid/ajax/auth/me'));
  const visitor = new SocketBrowser();
  const signIn = (given: string) =>
    visitor.post(origin, '/vid/ajax/auth/login/phone', { phone, password: given });
  expect((await signIn('wrong')).status).toBe(401);
  expectOk('sign-in', await signIn(password));
  for (const path of ['/vid/api/admin/attention', '/vid/web/signin', '/vid/oidc/jwks'])
    await fetch(`${origin}${path}`);
}

it('every panel but one shows data scraped from a running server', async () => {
  const { panels }: Dashboard = JSON.parse(await readFile(join(import.meta.dirname, 'vid.json'), 'utf8'));
  const queries = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '1m') })),
  );
  const origin = await startServer();
  const prometheus = await startPrometheus(`127.0.0.1:${new URL(origin).port}`);
  const hasData = async (expr: string): Promise<boolean> => {
    const query = `${prometheus}/api/v1/query?query=${encodeURIComponent(expr)}`;
    const answer = await fetch(query).catch(() => undefined);
    if (!answer?.ok) return false;
    const { data }: Result = JSON.parse(await answer.text());
    return data.result.some(({ value }) => value[1] !== 'NaN');
  };
  await useServer(origin, '+84912000001');
  // An increase needs two scrapes, so repeat the events after the first round was scraped.
  await expect.poll(() => hasData('vid_sms_reports_total'), { timeout: 60_000 }).toBe(true);
  await useServer(origin, '+84912000002');
  const empty = async () => {
    const answers = await Promise.all(queries.map(({ expr }) => hasData(expr)));
    return queries.filter((_, index) => answers[index] === false).map(({ title }) => title);
  };
  await expect.poll(empty, { timeout: 60_000 }).toEqual([panelOfFailures, panelOfFailures]);
  expect(queries.length).toBeGreaterThan(40);
}, 180_000);
