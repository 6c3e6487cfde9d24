import { webClientId } from '@vid/contract/limits';
import { join } from 'node:path';
import { SocketBrowser, type Answer } from './flow/socket-browser.ts';
import { makeCaptcha, readOutbox, verifyPhone } from './flow/steps.ts';
import { hashSeededPassword } from './harness/password-hash.ts';
import { startBenchPostgres, withConnection, type BenchDatabase } from './harness/postgres.ts';
import type { Report } from './harness/report.ts';
import { seedAccounts, seededPassword, seededPhone } from './harness/seed.ts';
import { loadSettings, startVidServer } from './harness/vid-server.ts';
import { strangerPhone } from './load/jobs.ts';
import { createKeys } from '@vid/server/lib/keys';

export type OnceOptions = {
  readonly rounds: number;
  readonly parallel: number;
  readonly folder: string;
  readonly report: Report;
  readonly tell: (progress: string) => void;
};

type Kind = 'captcha answer' | 'captchaToken' | 'one-time code' | 'otpToken' | 'sign-up with one otpToken';

/** What came of the parallel uses of one secret. */
type Tally = { rounds: number; exactlyOnce: number; serverErrors: number; broken: number };

/** A sign-up hashes a password for each use: fewer rounds show as much. */
const roundsPerSignUp = 10;

/** R2: one-time means once, on two processes that share nothing but the database. */
export async function runOnce(options: OnceOptions): Promise<void> {
  const { report, tell, folder } = options;
  const masterKey = Buffer.alloc(32, 0x5b);
  const postgres = await startBenchPostgres();
  try {
    const database = await postgres.create('bench_once');
    const accounts = options.rounds;
    const hash = await hashSeededPassword(createKeys(masterKey));
    await withConnection(database.target, (sql) => seedAccounts(sql, accounts, hash));
    const start = (name: string) =>
      startVidServer({
        logFile: join(folder, `once-${name}.log`),
        environment: {
          ...loadSettings(),
          ...database.environment,
          VID_DATA_DIR: join(folder, `once-${name}`),
          VID_MASTER_KEY: masterKey.toString('hex'),
          VID_PASSWORD_MEMORY_KIB: '7168',
          // No use may be turned away for lack of a place: it is to lose in the database.
          VID_PASSWORD_QUEUE: '1000',
        },
      });
    const servers = [await start('a'), await start('b')] as const;
    tell(`${options.rounds} rounds of ${options.parallel} parallel uses on two processes`);
    try {
      const tallies = await runRounds(
        options,
        servers.map(({ origin }) => origin),
        database,
      );
      for (const [kind, tally] of tallies) addFigures(report, kind, tally, options.parallel);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  } finally {
    await postgres.stop();
  }
}

function addFigures(report: Report, kind: Kind, tally: Tally, parallel: number): void {
  report.add({
    name: `${kind}: used exactly once`,
    value: tally.exactlyOnce,
    unit: `of ${tally.rounds}`,
    target: { of: 'value', atLeast: tally.rounds },
    note: `${parallel} parallel uses each`,
  });
  report.add({
    name: `${kind}: 5xx or no answer`,
    value: tally.serverErrors + tally.broken,
    unit: '',
    target: { of: 'value', atMost: 0 },
  });
}

async function runRounds(
  { rounds, parallel, tell }: OnceOptions,
  origins: readonly string[],
  database: BenchDatabase,
): Promise<ReadonlyMap<Kind, Tally>> {
  const tallies = new Map<Kind, Tally>();
  const [home = ''] = origins;

  /** Uses one secret in parallel, on the processes in turn; `isOnce` judges the answers beyond their number. */
  async function race(
    kind: Kind,
    browser: SocketBrowser,
    use: { path: string; body: unknown },
    isOnce: (won: readonly Answer[]) => Promise<boolean> = (won) => Promise.resolve(won.length === 1),
  ): Promise<Answer['data']> {
    const tally = tallies.get(kind) ?? { rounds: 0, exactlyOnce: 0, serverErrors: 0, broken: 0 };
    tallies.set(kind, tally);
    const results = await Promise.allSettled(
      Array.from({ length: parallel }, (_, index) =>
        browser.post(origins[index % origins.length] ?? home, use.path, use.body),
      ),
    );
    const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const won = answers.filter(({ status }) => status === 200);
    tally.rounds += 1;
    tally.broken += results.length - answers.length;
    tally.serverErrors += answers.filter(({ status }) => status >= 500).length;
    if (await isOnce(won)) tally.exactlyOnce += 1;
    const [first] = won;
    if (!first) throw new Error(`${kind}: nobody won: ${JSON.stringify(answers[0])}`);
    return first.data;
  }

  for (let round = 1; round <= rounds; round += 1) {
    const phone = seededPhone(round);
    const browser = new SocketBrowser();
    await browser.load(home);
    const solved = await race('captcha answer', browser, {
      path: '/vid/gateway/captcha/validate',
      body: await makeCaptcha(home, browser),
    });
    const asked = await race(
      'captchaToken',
      browser,
      {
        path: '/vid/gateway/otp/request',
        body: { clientId: webClientId, phone, captchaToken: solved['captchaToken'], purpose: 'signin' },
      },
      async (won) => won.length === 1 && (await messagesTo(home, phone)) === 1,
    );
    const code = (await readOutbox(home, browser)).find(
      ({ kind, to }) => kind === 'sms' && to === phone,
    )?.code;
    const verified = await race('one-time code', browser, {
      path: '/vid/gateway/otp/validate',
      body: { clientId: webClientId, otpRequestId: asked['otpRequestId'], otpValue: code },
    });
    await race('otpToken', browser, {
      path: '/vid/ajax/auth/login/otp',
      body: { phone, otpToken: verified['otpToken'] },
    });
    if (round % roundsPerSignUp === 0) {
      const newcomer = strangerPhone(round);
      const other = new SocketBrowser();
      const otpToken = await verifyPhone(home, other, { phone: newcomer, purpose: 'signup' });
      // A repeat after a lost answer succeeds, so all may: with one account, made once.
      await race(
        'sign-up with one otpToken',
        other,
        {
          path: '/vid/ajax/users/signup/phone',
          body: { phone: newcomer, password: seededPassword, otpToken, acceptedTerms: true },
        },
        async (won) =>
          new Set(won.map(({ data }) => data['id'])).size === 1 &&
          (await timesMade(database, newcomer)) === 1,
      );
      tell(`${round} rounds`);
    }
  }
  return tallies;
}

async function messagesTo(origin: string, phone: string): Promise<number> {
  const entries = await readOutbox(origin, new SocketBrowser());
  return entries.filter(({ kind, to }) => kind === 'sms' && to === phone).length;
}

async function timesMade(database: BenchDatabase, phone: string): Promise<number> {
  return withConnection(database.target, async (sql) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from audit_events e join accounts a on a.id = e.account_id
      where a.phone = ${phone} and e.kind = 'account.created'`;
    return row?.count ?? 0;
  });
}
