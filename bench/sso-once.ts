import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeys } from '@vid/server/lib/keys';
import { hashSeededPassword } from './harness/password-hash.ts';
import { startBenchPostgres, withConnection } from './harness/postgres.ts';
import { seedAccounts, seededSessionToken } from './harness/seed.ts';
import { loadSettings, startVidServer } from './harness/vid-server.ts';

/**
 * node bench/sso-once.ts [rounds] [parallel]: codes and refresh tokens are used once, on two processes that share
 * nothing but the database. Exit code 0 when every round had exactly one winner and no answer was 5xx.
 */
const [rounds = 1_000, parallel = 50] = process.argv.slice(2).map(Number);
const redirectUri = 'https://shop.example.vn/callback';
const masterKey = Buffer.alloc(32, 0x5c);
const keys = createKeys(masterKey);
const secret = randomBytes(32).toString('base64url');
const authorization = `Basic ${Buffer.from(`once-web:${secret}`).toString('base64')}`;

const folder = await mkdtemp(join(tmpdir(), 'vid-sso-once-'));
const postgres = await startBenchPostgres();
const database = await postgres.create('bench_sso_once');
const hash = await hashSeededPassword(keys);
await withConnection(database.target, async (sql) => {
  await seedAccounts(sql, 30, hash);
  await sql`insert into applications (id, code, name, is_first_party) values ('app_once', 'once', 'Once', true)`;
  await sql`
    insert into clients (id, application_id, kind, auth_method, redirect_uris)
    values ('once-web', 'app_once', 'web', 'client_secret_basic', array[${redirectUri}])`;
  await sql`
    insert into client_secrets (id, client_id, secret_hash) values ('cli_once', 'once-web', ${keys.hashSecret(secret)})`;
});
const start = (name: string) =>
  startVidServer({
    logFile: join(folder, `${name}.log`),
    environment: {
      ...loadSettings(),
      ...database.environment,
      VID_DATA_DIR: join(folder, name),
      VID_MASTER_KEY: masterKey.toString('hex'),
    },
  });
const servers = [await start('a'), await start('b')] as const;
const [home] = servers;

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };
async function exchange(index: number, parameters: Record<string, string>): Promise<Answer> {
  const { origin } = servers[index % servers.length] ?? home;
  const answer = await fetch(`${origin}/vid/oidc/token`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(parameters),
  });
  const body: Record<string, unknown> = JSON.parse(await answer.text());
  return { status: answer.status, body };
}

const tally = { code: 0, refresh: 0, failed: 0 };
async function race(kind: 'code' | 'refresh', parameters: Record<string, string>): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: parallel }, (_, index) => exchange(index, parameters)),
  );
  if (answers.filter(({ status }) => status === 200).length === 1) tally[kind] += 1;
  tally.failed += answers.filter(({ status }) => status >= 500).length;
}

async function takeCode(cookie: string): Promise<Record<string, string>> {
  const verifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
  const answer = await fetch(`${home.origin}/vid/api/auth/code/request`, {
    method: 'POST',
    headers: {
      cookie,
      origin: home.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ appCode: 'once', clientId: 'once-web', codeChallenge }),
  });
  const { data }: { data?: { authCode: string } } = JSON.parse(await answer.text());
  if (!data) throw new Error(`no code: ${answer.status}`);
  return {
    grant_type: 'authorization_code',
    code: data.authCode,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  };
}

async function validate(): Promise<string> {
  const cookie = `vid_sid=${seededSessionToken(1)}`;
  const answer = await fetch(`${home.origin}/vid/ajax/apps/view/validateRedirectUrls`, {
    method: 'POST',
    headers: {
      cookie,
      origin: home.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ appCode: 'once', clientId: 'once-web', redirectUrls: redirectUri }),
  });
  await answer.arrayBuffer();
  return [cookie, ...answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')].join('; ');
}

try {
  let cookie = '';
  for (let round = 0; round < rounds; round += 1) {
    // A validated request lives ten minutes.
    if (round % 50 === 0) {
      cookie = await validate();
      console.error(`${round} rounds`);
    }
    await race('code', await takeCode(cookie));
    const { body } = await exchange(round, await takeCode(cookie));
    await race('refresh', { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) });
  }
  console.log(
    `code: exactly one winner in ${tally.code} of ${rounds} rounds; refresh: ${tally.refresh} of ${rounds}; 5xx: ${tally.failed} (${parallel} parallel, two processes)`,
  );
  process.exitCode = tally.code === rounds && tally.refresh === rounds && tally.failed === 0 ? 0 : 1;
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
