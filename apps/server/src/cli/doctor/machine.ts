import { stat, statfs } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Config } from '#config/config.ts';
import { isLoopback } from '#config/loopback.ts';
import { directHint, ignoredProxy, proxyHint, usedProxy } from '#config/outgoing-proxy.ts';
import { settings } from '#config/settings.ts';
import { smsGateways } from '#config/settings/sms.ts';
import { program } from '#lib/program.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

const oldestNode = 24;
const wantedBytes = 2 * 1024 ** 3;
const neededBytes = 256 * 1024 ** 2;
const gatewayTimeoutMs = 3_000;
/** Statuses that a proxy returns if it rejects a request or cannot forward it. */
const proxyErrors: ReadonlySet<number> = new Set([407, 502, 503, 504]);
const tooSlow = `no answer in ${gatewayTimeoutMs / 1000} s`;

export function checkNode(): Finding {
  const [major = ''] = process.versions.node.split('.');
  return Number(major) >= oldestNode
    ? ok(`Node ${process.versions.node}`)
    : fail(
        `Node ${process.versions.node}`,
        `VID needs Node ${oldestNode}. npm install provides it: use npm start.`,
      );
}

export function checkPublicUrl({ publicUrl, isProduction }: Config): Finding {
  const what = `public address ${publicUrl.origin}`;
  if (publicUrl.protocol === 'https:') return ok(`${what}, __Host- cookies`);
  if (!isProduction && isLoopback(publicUrl.hostname)) return ok(`${what}, plain cookies on loopback`);
  return (isProduction ? fail : warn)(
    what,
    'Sessions can be intercepted. Set VID_PUBLIC_URL to an https origin.',
  );
}

export async function checkWebApp(): Promise<Finding> {
  const page = fileURLToPath(new URL('../../../../web/dist/html/signin.vi.html', import.meta.url));
  const found = await stat(page).catch(() => undefined);
  return found
    ? ok(`web app built ${found.mtime.toISOString()}`)
    : fail('the web app is not built', program.repair);
}

/**
 * Checks that other users cannot enter the data folder, and that its disk has free space. Skipped in
 * production, which uses an external database.
 */
export async function* checkDisk(config: Config): AsyncGenerator<Finding> {
  if (config.isProduction) return;
  const folder = await stat(config.dataDir).catch(() => undefined);
  if (!folder) {
    yield ok(`data folder ${config.dataDir} (created at the first start)`);
    return;
  }
  const isOpen = (folder.mode & 0o007) !== 0;
  yield isOpen
    ? warn(`data folder ${config.dataDir} is accessible to every user`, `chmod 700 ${config.dataDir}`)
    : ok(`data folder ${config.dataDir}`);
  const disk = await statfs(config.dataDir);
  yield checkSpace(disk.bavail * disk.bsize);
}

export function checkSpace(free: number): Finding {
  const what = `${(free / 1024 ** 3).toFixed(1)} GB free in the data folder`;
  if (free >= wantedBytes) return ok(what);
  return (free < neededBytes ? fail : warn)(what, 'Free some space. On a full disk every write answers 503.');
}

export function checkOutgoingProxy(): readonly Finding[] {
  const used = usedProxy();
  if (used !== undefined)
    return [
      ok(
        `${used} is used for SMS gateways, social sign-in and logos; mail, webhooks and logout notices connect directly`,
      ),
    ];
  const ignored = ignoredProxy();
  return ignored === undefined
    ? []
    : [warn(`${ignored} is set, but VID reads only HTTPS_PROXY and HTTP_PROXY`, 'Set HTTPS_PROXY.')];
}

/** Requests the start page of each gateway, through the proxy if there is one, without sending a message. */
export async function* checkSmsGateways(config: Config): AsyncGenerator<Finding> {
  if (config.smsChannels.length === 0)
    yield config.isProduction
      ? fail('no SMS gateway', 'Set VID_SMS_URL, or the settings of eSMS or SpeedSMS.')
      : ok('SMS messages are written to the outbox');
  for (const { channel, needs, url: setting } of smsGateways) {
    const url = config[setting];
    if (isConfigured(config, needs) && !config.smsChannels.includes(channel))
      yield warn(
        `no order names the SMS gateway ${channel}`,
        'Add it to VID_SMS_ORDER, or remove its settings.',
      );
    if (!config.smsChannels.includes(channel) || !url) continue;
    const problem = await request(url);
    const what = `SMS gateway ${url.host}`;
    yield problem === undefined
      ? ok(`${what} is reachable`)
      : fail(
          `${what} is unreachable: ${problem}`,
          `Check ${settings[setting].name} and the firewall.${proxyHint()}`,
        );
  }
}

function isConfigured(config: Config, needs: (typeof smsGateways)[number]['needs']): boolean {
  return needs.every((name) => config[name] !== undefined);
}

/** Requests the start page of the OpenTelemetry collector, without sending anything. */
export async function* checkCollector({ otlpEndpoint: url }: Config): AsyncGenerator<Finding> {
  if (!url) return;
  const problem = await request(url);
  const what = `OpenTelemetry collector ${url.host}`;
  yield problem === undefined
    ? ok(`${what} is reachable`)
    : warn(
        `${what} is unreachable: ${problem}`,
        `Traces and metrics are lost. Check VID_OTLP_ENDPOINT and the firewall.${proxyHint()}`,
      );
}

/** Connects to the mail server without sending a message. */
export async function checkMailServer({ mailUrl, isProduction }: Config): Promise<Finding> {
  if (!mailUrl)
    return isProduction
      ? ok('no mail server; features that need mail are hidden')
      : ok('mail is written to the outbox');
  const problem = await reach(mailUrl.host, mailUrl.port);
  const what = `mail server ${mailUrl.host}:${mailUrl.port}`;
  return problem === undefined
    ? ok(`${what} is reachable`)
    : fail(`${what} is unreachable: ${problem}`, `Check VID_MAIL_URL and the firewall.${directHint()}`);
}

/**
 * Sends a request as the gateways do: a proxy forwards a request to an `http:` URL instead of tunnelling it.
 * Returns the problem, or undefined if the server responded.
 */
function request(url: URL): Promise<string | undefined> {
  const signal = AbortSignal.timeout(gatewayTimeoutMs);
  const isForwarded = url.protocol === 'http:' && usedProxy() !== undefined;
  const open = url.protocol === 'http:' ? requestHttp : requestHttps;
  return new Promise((resolve) => {
    const sent = open(url.origin, { method: 'HEAD', signal });
    sent.once('response', (response) => {
      const { statusCode = 0 } = response.resume();
      resolve(isForwarded && proxyErrors.has(statusCode) ? `HTTP ${statusCode}` : undefined);
    });
    sent.once('error', (error) => resolve(signal.aborted ? tooSlow : problemOf(error)));
    sent.end();
  });
}

function reach(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: gatewayTimeoutMs });
    const end = (problem: string | undefined): void => {
      socket.destroy();
      resolve(problem);
    };
    socket.once('connect', () => end(undefined));
    socket.once('timeout', () => end(tooSlow));
    socket.once('error', (error) => end(problemOf(error)));
  });
}

function problemOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.message;
}
