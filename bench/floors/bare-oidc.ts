import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import { openPool } from '@vid/sql/sql';

/**
 * Runs oidc-provider with as little code as possible: an adapter on one table, one static client, and accounts derived
 * from their id. No account, permission or lock is checked.
 */
const { sql } = openPool({
  server: { hosts: [{ host: process.env['PGHOST'] ?? '', port: 5_432 }] },
  database: process.env['PGDATABASE'] ?? '',
  user: process.env['PGUSER'] ?? '',
  // VID_DATABASE_POOL has the same default.
  max: 10,
});
await sql`create table if not exists bare_oidc (
  model text not null, id text not null, payload jsonb not null, grant_id text, uid text,
  expires_at timestamptz, consumed_at timestamptz, primary key (model, id))`;
await sql`create index if not exists bare_oidc_grant_idx on bare_oidc (grant_id)`;
await sql`create index if not exists bare_oidc_uid_idx on bare_oidc (uid)`;
await sql`truncate bare_oidc`;

type Row = { payload: AdapterPayload; consumed: number | null };
const toPayload = (row: Row | undefined): AdapterPayload | undefined =>
  row && { ...row.payload, ...(row.consumed === null ? {} : { consumed: row.consumed }) };

function adapter(model: string): Adapter {
  return {
    async upsert(id, payload, expiresIn) {
      await sql`
        insert into bare_oidc (model, id, payload, grant_id, uid, expires_at)
        values (${model}, ${id}, ${sql.json(JSON.parse(JSON.stringify(payload)))}, ${payload.grantId ?? null}, ${payload.uid ?? null},
          now() + make_interval(secs => ${expiresIn ?? 0}))
        on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`;
    },
    async find(id) {
      const [row] = await sql<Row[]>`
        select payload, extract(epoch from consumed_at)::int as consumed from bare_oidc
        where model = ${model} and id = ${id} and expires_at > now()`;
      return toPayload(row);
    },
    async findByUid(uid) {
      const [row] = await sql<Row[]>`
        select payload, null::int as consumed from bare_oidc where model = ${model} and uid = ${uid} and expires_at > now()`;
      return toPayload(row);
    },
    findByUserCode: () => Promise.resolve(undefined),
    async consume(id) {
      await sql`update bare_oidc set consumed_at = now() where model = ${model} and id = ${id}`;
    },
    async destroy(id) {
      await sql`delete from bare_oidc where model = ${model} and id = ${id}`;
    },
    async revokeByGrantId(grantId) {
      await sql`delete from bare_oidc where grant_id = ${grantId}`;
    },
  };
}

const cookieKey = 'bare';
const redirectUri = process.env['BARE_REDIRECT'] ?? '';
const { privateKey } = await generateKeyPair('ES256', { extractable: true });
const server = createServer();
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const address = server.address();
const port = typeof address === 'object' && address ? address.port : 0;
const provider = new Provider(`http://127.0.0.1:${port}`, {
  adapter,
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'one' }] },
  clients: [
    {
      client_id: 'bare',
      client_secret: process.env['BARE_SECRET'] ?? '',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  claims: { openid: ['sub'], profile: ['name'] },
  conformIdTokenClaims: false,
  findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId, name: accountId }) }),
  issueRefreshToken: () => Promise.resolve(true),
  interactions: { url: () => '/sign-in' },
  cookies: { keys: [cookieKey] },
  features: { devInteractions: { enabled: false } },
  ttl: {
    AccessToken: 300,
    AuthorizationCode: 60,
    IdToken: 300,
    RefreshToken: 604_800,
    Session: 86_400,
    Grant: 86_400,
    Interaction: 600,
  },
});
const handle = provider.callback();
server.on('request', (request, response) => void handle(request, response));

/** Cookies of signed-in browsers whose accounts have consented to every scope that the client requests. */
const cookies: string[] = [];
for (let index = 0; index < Number(process.env['BARE_SESSIONS']); index += 1) {
  const accountId = `account-${index}`;
  const grant = new provider.Grant({ accountId, clientId: 'bare' });
  grant.addOIDCScope('openid profile');
  const grantId = await grant.save();
  const session = new provider.Session();
  Object.assign(session, {
    jti: `session-${index}`,
    uid: `uid-${index}`,
    accountId,
    loginTs: Math.floor(Date.now() / 1000),
    authorizations: { bare: { grantId, sid: `sid-${index}` } },
  });
  Object.assign(session, { exp: Math.floor(Date.now() / 1000) + 86_400 });
  await session.persist();
  cookies.push(signedCookie(`_session=session-${index}`));
}
process.send?.({ port, cookies });

function signedCookie(cookie: string): string {
  const signature = createHmac('sha1', cookieKey).update(cookie).digest('base64url');
  const [name = ''] = cookie.split('=');
  return `${cookie}; ${name}.sig=${signature}`;
}

process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
