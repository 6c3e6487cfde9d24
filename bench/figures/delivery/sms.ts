import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { createSmsRouter } from '@vid/server/platform/sms/sms-router';
import { createEsms } from '@vid/server/ports/sms/esms';
import { createSpeedSms } from '@vid/server/ports/sms/speedsms';
import { startJsonSink } from '@vid/testkit/outside/json-sink';
import { listenOnLoopback } from '@vid/testkit/network';
import { otpRequestLoad, otpRequestsPerSecond } from '../../harness/loads.ts';
import { interleave, medianOf, p50, p99 } from '../../harness/rounds.ts';
import type { Report } from '../../harness/report.ts';
import { loadSettings, startVidServer } from '../../harness/processes/vid-server.ts';
import { masterKey, type Bench } from '../../harness/world.ts';
import type { FigureRun } from '../figure-run.ts';

const messages = 10_000;
const quickMessages = 2_000;
const concurrency = 64;
/** Shorter than VID's timeout for a gateway, so that messages that wait for the hanging gateway are not counted. */
const pauseSeconds = 2;
/** Each gateway loses the response to every 20th message and refuses every 10th message. */
const lostEvery = 20;
const refusedEvery = 10;

/** Measures code requests while one of two gateways hangs, and counts messages that are charged more than once. */
export const sms: FigureRun = {
  name: 'sms',
  describe: `${otpRequestsPerSecond} requests for codes a second while one gateway hangs; messages that two gateways accept`,
  async run(bench, report) {
    await measureHanging(bench, report);
    await countDouble(bench, report);
  },
};

async function measureHanging(bench: Bench, report: Report): Promise<void> {
  const { rounds, accounts } = bench.settings;
  const world = await bench.world({ accounts });
  const { smsUrl } = await bench.generator();
  const start = (name: string, gateway: URL) =>
    startVidServer({
      logFile: bench.logFile(name),
      environment: {
        ...loadSettings(),
        ...world.database.environment,
        VID_DATA_DIR: `${bench.logFile(name)}.data`,
        VID_MASTER_KEY: masterKey.toString('hex'),
        VID_ESMS_URL: gateway.href,
        VID_ESMS_API_KEY: 'bench',
        VID_ESMS_SECRET_KEY: 'bench',
        VID_ESMS_BRANDNAME: 'BENCH',
        VID_SMS_URL: smsUrl,
      },
    });
  const working = await startJsonSink();
  working.answer({ CodeResult: '100', SMSID: 'e' });
  const silent = createServer((socket) => void socket.on('error', () => undefined).resume());
  const port = await listenOnLoopback(silent);
  const undisturbed = await start('sms-undisturbed', working.url);
  const hanging = await start('sms-hanging', new URL(`http://127.0.0.1:${port}/`));
  try {
    bench.logProgress('requests for codes while one gateway hangs');
    // The first messages wait for the gateway until VID pauses it.
    const begin = await otpRequestLoad(bench, world, { origin: hanging.origin, seconds: pauseSeconds });
    await begin();
    // Every 30 seconds, VID tries the hanging gateway with one message, which fails. In a round of this length, these
    // failures stay below the share at which the generator reports an error.
    const seconds = 2 * bench.settings.seconds;
    const results = await interleave(
      {
        undisturbed: await otpRequestLoad(bench, world, { origin: undisturbed.origin, seconds }),
        hanging: await otpRequestLoad(bench, world, { origin: hanging.origin, seconds }),
      },
      { rounds },
    );
    const [floor, value] = [results.get('undisturbed'), results.get('hanging')];
    report.add({
      name: `otp/request p99, ${otpRequestsPerSecond}/s, one gateway hanging`,
      value: medianOf(value, p99),
      unit: 'ms',
      floor: medianOf(floor, p99),
      target: { of: 'ratio', atMost: 1.2 },
      note: `once VID has paused it; floor: it works. Median ${medianOf(value, p50).toFixed(1)} ms, ${medianOf(floor, p50).toFixed(1)} ms undisturbed`,
    });
  } finally {
    await hanging.stop();
    await undisturbed.stop();
    silent.close();
    await working.close();
  }
}

/**
 * Sends messages through two gateways that lose responses, and counts the messages that were charged more than once.
 */
async function countDouble(bench: Bench, report: Report): Promise<void> {
  bench.logProgress('messages whose answers are lost');
  const charged = new Map<string, number>();
  const esms = await startGateway(charged, ({ RequestId }) => String(RequestId), {
    accepted: { CodeResult: '100', SMSID: 'e' },
    refused: { CodeResult: '103' },
  });
  const speedSms = await startGateway(charged, ({ content }) => String(content), {
    accepted: { status: 'success', code: '00', data: { tranId: 1, invalidPhone: [] } },
    refused: { status: 'error', code: '300' },
  });
  const outcomes = new Map<string, number>();
  const router = createSmsRouter({
    gateways: [
      createEsms({
        url: esms.url,
        apiKey: 'bench',
        secretKey: 'bench',
        brandname: 'BENCH',
        reportUrl: () => new URL('http://127.0.0.1/'),
      }),
      createSpeedSms({ url: speedSms.url, accessToken: 'bench', sender: 'BENCH' }),
    ],
    orders: { all: ['esms', 'speedsms'], carriers: {} },
    attempts: { note: () => undefined },
    log: { error: () => undefined, warn: () => undefined },
    timeoutMs: 2_500,
  });
  const count = bench.settings.isQuick ? quickMessages : messages;
  let next = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < count) {
        const id = `sms_${next}`;
        next += 1;
        const message = {
          id,
          codeId: id,
          to: '+84981234567',
          text: id,
          locale: 'vi',
          purpose: 'signin',
        } as const;
        const { outcome } = await router.send(message, { budgetMs: 5_500 });
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    }),
  );
  esms.close();
  speedSms.close();
  report.add({
    name: `SMS charged twice, of ${count.toLocaleString('en')} with lost answers`,
    value: [...charged.values()].filter((times) => times > 1).length,
    unit: '',
    target: { of: 'value', atMost: 0 },
    note: `${charged.size} charged; ${[...outcomes].map(([outcome, times]) => `${times} ${outcome}`).join(', ')}`,
  });
}

type Body = Readonly<Record<string, unknown>>;

/** Starts a gateway that loses the responses to some messages, and refuses some others. */
async function startGateway(
  charged: Map<string, number>,
  idIn: (body: Body) => string,
  answers: { readonly accepted: Body; readonly refused: Body },
) {
  let received = 0;
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received += 1;
      if (received % refusedEvery === 0) {
        response.end(JSON.stringify(answers.refused));
        return;
      }
      const body: Body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const id = idIn(body);
      charged.set(id, (charged.get(id) ?? 0) + 1);
      if (received % lostEvery === 1) request.socket.destroy();
      else response.end(JSON.stringify(answers.accepted));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  return {
    url: new URL(`http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/`),
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
