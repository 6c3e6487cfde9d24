import type { Sql } from '#database/connection.ts';
import { askTogether, type Column } from '#database/together.ts';

/** A row of one of the provider's tables, its secret hashed. */
export type StoredRow = {
  readonly idHash: Buffer;
  readonly payload: string;
  readonly grantId: string | null;
  readonly accountId: string | null;
  readonly clientId: string | null;
  readonly sessionId: string | null;
  readonly expiresIn: number;
};

/** What `POST /token` uses up, and what it issues for that. */
export type TokenExchange = {
  readonly table: 'oidc_authorization_codes' | 'oidc_refresh_tokens' | 'oidc_device_codes';
  readonly idHash: Buffer;
  accessToken: StoredRow | undefined;
  refreshToken: StoredRow | undefined;
};

const rowColumns = ['id_hash', 'payload', 'grant_id', 'account_id', 'client_id', 'session_id'] as const;
const rowTypes = ['bytea', 'text', 'text', 'text', 'text', 'text', 'int'] as const;

/** Parameters of a row's columns and its life, from `$first` on. */
const rowArrays = (first: number): string =>
  rowTypes.map((type, index) => `$${first + index}::${type}[]`).join(', ');
const rowNames = (prefix: string): string =>
  [...rowColumns, 'expires_in'].map((column) => `${prefix}${column}`).join(', ');
const insertInto = (table: string, prefix: string): string => `
    insert into ${table} (${rowColumns.join(', ')}, expires_at)
    select ${rowColumns.map((column) => `${prefix}${column}${column === 'payload' ? '::jsonb' : ''}`).join(', ')},
      now() + make_interval(secs => ${prefix}expires_in)`;

function columnsOf<Item>(read: (item: Item) => StoredRow | undefined): readonly Column<Item>[] {
  return [
    ['bytea', (item) => read(item)?.idHash ?? null],
    ['text', (item) => read(item)?.payload ?? null],
    ['text', (item) => read(item)?.grantId ?? null],
    ['text', (item) => read(item)?.accountId ?? null],
    ['text', (item) => read(item)?.clientId ?? null],
    ['text', (item) => read(item)?.sessionId ?? null],
    ['int', (item) => read(item)?.expiresIn ?? null],
  ];
}

const storeCodeText = `
  with commit as (select set_config('synchronous_commit', 'off', true)
  ), asked as materialized (
    select t.* from commit, unnest(${rowArrays(1)}) with ordinality as t (${rowNames('')}, place)
  ), stored as (${insertInto('oidc_authorization_codes', '')}
    from asked)
  select place::int from asked`;

/** Stores a code without waiting for the disk: one that a crash of PostgreSQL forgets costs a repeat. */
export function createStoreCode(lookups: Sql) {
  const store = askTogether<StoredRow, object>(
    lookups,
    storeCodeText,
    columnsOf((row) => row),
  );
  return async (row: StoredRow): Promise<void> => void (await store(row));
}
export type StoreCode = ReturnType<typeof createStoreCode>;

// Locked in one order, so that two rounds with the same two codes never wait for each other; of two uses of one code in
// the same round the first has it.
const settleText = (table: TokenExchange['table']): string => `
  with asked as materialized (
    select * from unnest($1::bytea[], ${rowArrays(2)}, ${rowArrays(9)})
      with ordinality as t (id_hash, ${rowNames('access_')}, ${rowNames('refresh_')}, place)
  ), held as materialized (
    select id_hash from ${table} where id_hash = any($1::bytea[]) and consumed_at is null order by id_hash for update
  ), used as (
    update ${table} u set consumed_at = now() from held
    where u.id_hash = held.id_hash and u.consumed_at is null returning u.id_hash
  ), winners as materialized (
    select distinct on (id_hash) asked.* from asked join used using (id_hash) order by id_hash, place
  ), access as (${insertInto('oidc_access_tokens', 'access_')}
    from winners where access_id_hash is not null
  ), refresh as (${insertInto('oidc_refresh_tokens', 'refresh_')}
    from winners where refresh_id_hash is not null
  )
  select place::int from winners`;

/**
 * Uses up a code or refresh token and stores what was issued for it, by one statement: of parallel uses exactly one
 * changes the row (RFC 6749 section 4.1.2), and an outage never leaves the application with neither, whose repeat
 * would be taken for theft and end the whole grant (RFC 9700 section 4.14.2). False when it was used up already.
 */
export function createSettleExchange(sql: Sql): (exchange: TokenExchange) => Promise<boolean> {
  const settleIn = (table: TokenExchange['table']) =>
    askTogether<TokenExchange, object>(sql, settleText(table), [
      ['bytea', ({ idHash }) => idHash],
      ...columnsOf<TokenExchange>(({ accessToken }) => accessToken),
      ...columnsOf<TokenExchange>(({ refreshToken }) => refreshToken),
    ]);
  const settle = {
    oidc_authorization_codes: settleIn('oidc_authorization_codes'),
    oidc_refresh_tokens: settleIn('oidc_refresh_tokens'),
    oidc_device_codes: settleIn('oidc_device_codes'),
  } as const satisfies Record<TokenExchange['table'], unknown>;
  return async (exchange) => (await settle[exchange.table](exchange)) !== null;
}
