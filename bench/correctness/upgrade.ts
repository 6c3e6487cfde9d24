import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SocketBrowser } from '@vid/testkit/http/socket-browser';
import { expectOk, Refused, signUp, verifyPhone } from '@vid/testkit/http/socket-steps';
import { freePort } from '@vid/testkit/network';
import { openCheckout, thisCheckout, type Checkout } from '../harness/processes/checkout.ts';
import { startBenchPostgres, withConnection } from '../harness/processes/postgres.ts';
import { newRelyingClient, registerClient } from '../harness/seeds/relying-client.ts';
import type { Report } from '../harness/report.ts';
import { seededPassword } from '../harness/seed.ts';
import { loadSettings, startVidServer, type VidServer } from '../harness/processes/vid-server.ts';
import { createAccounts, startCallers } from './callers.ts';
import { unseededPhone } from './unseeded-phone.ts';
import { startBalancer } from './upgrade/balancer.ts';

export type UpgradeOptions = {
  /** Folder of the former release's checkout, installed and built. */
  readonly former: string;
  readonly folder: string;
  readonly report: Report;
  readonly logProgress: (progress: string) => void;
};

const names = ['a', 'b'] as const;
const signUpPauseMs = 200;
/** First phone index of the forms, which `startSignUps` never reaches. */
const firstFormPhone = 1_000_000;
const callEveryMs = 100;
/** Duration of each phase: one release alone, or both releases. */
const phaseMs = 5_000;

/**
 * Behind HAProxy and under load, replaces two processes of the former release with this release, and then back. No
 * sign-up, sign-in or single sign-on may fail, and a sign-up that began under one release must succeed under the other.
 */
export async function runUpgrade({ former, folder, report, logProgress }: UpgradeOptions): Promise<void> {
  const releases = { former: await openCheckout(former), this: thisCheckout };
  const postgres = await startBenchPostgres();
  const database = await postgres.create('upgrade');
  const ports = { a: await freePort(), b: await freePort() };
  const balancer = await startBalancer(folder, ports);
  const start = (name: (typeof names)[number], checkout: Checkout): Promise<VidServer> =>
    startVidServer({
      checkout,
      port: ports[name],
      logFile: join(folder, `upgrade-${name}.log`),
      environment: {
        ...database.environment,
        ...loadSettings(checkout),
        VID_DATA_DIR: join(folder, 'upgrade-data'),
        VID_PUBLIC_URL: balancer.origin,
        VID_TRUSTED_PROXIES: '127.0.0.1',
        // Use a cheap hash, because the processors also run two servers and the load.
        VID_PASSWORD_MEMORY_KIB: '7168',
      },
    });
  const servers = { a: await start('a', releases.former), b: await start('b', releases.former) };
  const client = newRelyingClient('upgrade');
  await withConnection(database.target, (sql) => registerClient(sql, client));
  for (const name of names) await balancer.setState(name, 'ready');
  const { origin } = balancer;
  await createAccounts(origin);
  const signUps = startSignUps(origin);
  const callers = await startCallers(origin, client, callEveryMs);
  let forms = 0;

  const replaceAll = async (direction: string, checkout: Checkout): Promise<void> => {
    logProgress(direction);
    const form = await openForm(origin, firstFormPhone + forms);
    for (const name of names) {
      await balancer.setState(name, 'drain');
      await balancer.untilIdle(name);
      await servers[name].stop();
      servers[name] = await start(name, checkout);
      await balancer.setState(name, 'ready');
      await delay(phaseMs);
    }
    await form.submit();
    forms += 1;
  };

  try {
    await delay(phaseMs);
    await replaceAll('the former release is replaced by this one', releases.this);
    await replaceAll('this release is replaced by the former one', releases.former);
    await callers.stop();
    await signUps.stop();
    const none = { of: 'value', atMost: 0 } as const;
    const calls = [...callers.calls, ...signUps.calls];
    for (const kind of ['sign-in', 'sign-on', 'sign-up'] as const) {
      const made = calls.filter((call) => call.kind === kind);
      const failed = made.filter(({ status }) => status !== 200);
      for (const answer of new Set(failed.map(({ status }) => status))) logProgress(`${kind}: ${answer}`);
      report.add({ name: `${kind}s`, value: made.length, unit: '', target: { of: 'value', atLeast: 1 } });
      report.add({ name: `failed ${kind}s`, value: failed.length, unit: '', target: none });
    }
    const lost = await withConnection(database.target, async (sql) => {
      const found = await sql<{ phone: string }[]>`
        select phone from accounts where phone = any(${[...signUps.phones]}::text[])`;
      return signUps.phones.length - found.length;
    });
    report.add({ name: 'lost sign-ups', value: lost, unit: '', target: none });
    report.add({
      name: 'sign-ups begun under one release and ended under the other',
      value: forms,
      unit: '',
      target: { of: 'value', atLeast: 2 },
    });
  } finally {
    for (const name of names) await servers[name].stop();
    await balancer.stop();
    await postgres.stop();
  }
}

/** Signs up one account after another. `phones` lists the phones of successful sign-ups. */
function startSignUps(origin: string) {
  const calls: { kind: 'sign-up'; status: number | string }[] = [];
  const phones: string[] = [];
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    for (let index = 0; !stopping.signal.aborted; index += 1) {
      const phone = unseededPhone(index);
      try {
        await signUp(origin, new SocketBrowser(), { phone, password: seededPassword });
        phones.push(phone);
        calls.push({ kind: 'sign-up', status: 200 });
      } catch (error) {
        const status = error instanceof Refused ? error.message : `no response (${String(error)})`;
        calls.push({ kind: 'sign-up', status });
      }
      await delay(signUpPauseMs);
    }
  };
  const looping = loop();
  return {
    calls,
    phones,
    async stop() {
      stopping.abort();
      await looping;
    },
  };
}

/** Begins a sign-up by verifying its phone. `submit` sends the sign-up's form later. */
async function openForm(origin: string, index: number): Promise<{ submit(): Promise<void> }> {
  const browser = new SocketBrowser();
  const phone = unseededPhone(index);
  const otpToken = await verifyPhone(origin, browser, { phone, purpose: 'signup' });
  return {
    async submit() {
      const body = { phone, password: seededPassword, otpToken, acceptedTerms: true };
      expectOk('sign-up', await browser.post(origin, '/vid/ajax/users/signup/phone', body));
    },
  };
}
