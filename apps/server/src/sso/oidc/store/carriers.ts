import type { Sql } from '#database/connection.ts';
import type { OidcModel } from './tables.ts';
import { askTogether } from '#database/together.ts';
import type { Keys } from '#lib/keys.ts';
import { selectAccount, type AccountRow } from './claims.ts';
import { selectClient, type ClientRow } from './clients.ts';
import { accountKey, currentScope, takeOnce, type SeenRequest } from './request-scope.ts';
import { selectSession, type SessionRow } from './session-source.ts';

/** A row of one of the provider's tables, as its adapter gives it out. */
export type StoredPayload = { payload: Record<string, unknown>; consumed: number | null };

/** Those whose use the library follows up with questions about their grant, session and account. */
const tables = {
  AuthorizationCode: 'oidc_authorization_codes',
  AccessToken: 'oidc_access_tokens',
  RefreshToken: 'oidc_refresh_tokens',
} as const satisfies Partial<Record<OidcModel, string>>;
export type Carrier = keyof typeof tables;

export function isCarrier(name: OidcModel): name is Carrier {
  return Object.hasOwn(tables, name);
}

type CarrierRow = {
  payload: Record<string, unknown> | null;
  consumed: number | null;
  grantId: string | null;
  sessionId: string | null;
  accountId: string | null;
  applicationId: string | null;
  grant: Record<string, unknown> | null;
  session: SessionRow | null;
  account: AccountRow | null;
};

const columns = `r.payload, extract(epoch from r.consumed_at)::int as consumed, r.grant_id as "grantId",
  r.session_id as "sessionId", r.account_id as "accountId", o.application_id as "applicationId", g.payload as "grant",
  (select row_to_json(s) from (${selectSession} and s.id = r.session_id) s) as session,
  (select row_to_json(u) from (${selectAccount('o.application_id')} and a.id = r.account_id) u) as account`;
const joins = `left join clients o on o.id = r.client_id
  left join oidc_grants g on g.id_hash = sha256(convert_to('Grant:' || r.grant_id, 'UTF8')) and g.expires_at > now()`;

const findText = (name: Carrier): string => `
  select t.place::int, ${columns}
  from unnest($1::bytea[]) with ordinality as t (hash, place)
  join ${tables[name]} r on r.id_hash = t.hash and r.expires_at > now() ${joins}`;

/** The client, whether or not there is such a code or token. */
const findWithClientText = (name: Carrier): string => `
  select t.place::int, (select row_to_json(k) from (${selectClient} and c.id = t.client_id) k) as client, ${columns}
  from unnest($1::bytea[], $2::text[]) with ordinality as t (hash, client_id, place)
  left join ${tables[name]} r on r.id_hash = t.hash and r.expires_at > now() ${joins}`;

type WithClient = CarrierRow & { client: ClientRow | null };
type Brought = { readonly hash: Buffer; readonly clientId: string };

const keyOf = (name: Carrier, id: string): string => `${name}:${id}`;

/** Codes and tokens, with what the library asks for next. */
export function createCarrierSource(lookups: Sql, keys: Keys) {
  const hashOf = (name: Carrier, id: string): Buffer => keys.hashSecret(`${name}:${id}`);
  const statementsOf = (name: Carrier) => ({
    find: askTogether<Buffer, CarrierRow>(lookups, findText(name), [['bytea', (hash) => hash]]),
    findWithClient: askTogether<Brought, WithClient>(lookups, findWithClientText(name), [
      ['bytea', ({ hash }) => hash],
      ['text', ({ clientId }) => clientId],
    ]),
  });
  const statements = {
    AuthorizationCode: statementsOf('AuthorizationCode'),
    AccessToken: statementsOf('AccessToken'),
    RefreshToken: statementsOf('RefreshToken'),
  } as const satisfies Record<Carrier, unknown>;

  return {
    async find(name: Carrier, id: string): Promise<StoredPayload | undefined> {
      const read = takeOnce(currentScope()?.carriers, keyOf(name, id));
      if (read !== undefined) return read ?? undefined;
      const row = await statements[name].find(hashOf(name, id));
      if (!row?.payload) return undefined;
      keep(row);
      return { payload: row.payload, consumed: row.consumed };
    },

    /** Of a token request: its client together with the code or refresh token it brings, by one look-up. */
    async readAlong(clientId: string): Promise<void> {
      const scope = currentScope();
      const brought = broughtBy(scope?.request);
      if (!scope || !brought || scope.clients.has(clientId)) return;
      const [name, id] = brought;
      const row = await statements[name].findWithClient({ hash: hashOf(name, id), clientId });
      if (!row) return;
      scope.clients.set(clientId, row.client);
      scope.carriers.set(keyOf(name, id), row.payload && { payload: row.payload, consumed: row.consumed });
      if (row.payload) keep(row);
    },
  };
}

function keep(row: CarrierRow): void {
  const scope = currentScope();
  if (!scope) return;
  const { grantId, sessionId, accountId, applicationId } = row;
  if (grantId !== null) scope.grants.set(grantId, row.grant);
  if (sessionId !== null) scope.sessions.set(sessionId, row.session);
  if (accountId !== null && applicationId !== null)
    scope.accounts.set(accountKey(accountId, applicationId), row.account);
}

export type CarrierSource = ReturnType<typeof createCarrierSource>;

function broughtBy(request: SeenRequest | undefined): [Carrier, string] | undefined {
  if (request?.path !== '/token' || !request.oidc?.body) return undefined;
  const { grant_type: grantType, code, refresh_token: refreshToken } = request.oidc.body;
  if (grantType === 'authorization_code' && typeof code === 'string') return ['AuthorizationCode', code];
  if (grantType === 'refresh_token' && typeof refreshToken === 'string')
    return ['RefreshToken', refreshToken];
  return undefined;
}
