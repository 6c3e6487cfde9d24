import { hash } from '@node-rs/argon2';
import type { Sql } from '@vid/sql/sql';
import { seededPassword } from '../harness/seed.ts';

type Account = { readonly id: string; readonly phone: string; readonly name: string | null };
type NewCode = { readonly id: string; readonly phone: string; readonly codeHash: Buffer };

const codeSeconds = 300;
const sessionDays = 14;

export async function createFloorStore(
  sql: Sql,
  hashing: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number },
) {
  const passwordHash = await hash(seededPassword, hashing);
  await sql`drop table if exists floor_accounts, floor_sessions, floor_codes, floor_challenges`;
  await sql`
    create table floor_accounts (
      id text primary key, phone text not null unique, name text, email text, kind text, province text,
      password_hash text not null)`;
  await sql`
    create table floor_sessions (
      token_hash bytea primary key, account_id text not null, expires_at timestamptz not null)`;
  await sql`
    create table floor_codes (
      id text primary key, phone text not null, code_hash bytea not null, token_hash bytea,
      expires_at timestamptz not null)`;
  await sql`
    create table floor_challenges (challenge_hash bytea primary key, expires_at timestamptz not null)`;
  await sql`
    insert into floor_accounts
    select id, phone, name, email, kind, province, ${passwordHash} from accounts`;
  await sql`insert into floor_sessions select token_hash, account_id, expires_at from sessions`;
  await sql`analyze floor_accounts, floor_sessions`;

  return {
    async findBySession(tokenHash: Buffer): Promise<Account | undefined> {
      const [row] = await sql<Account[]>`
        select a.id, a.phone, a.name, a.email, a.kind, a.province
        from floor_sessions s join floor_accounts a on a.id = s.account_id
        where s.token_hash = ${tokenHash} and s.expires_at > now()`;
      return row;
    },

    async findByPhone(phone: string): Promise<(Account & { readonly passwordHash: string }) | undefined> {
      const [row] = await sql<(Account & { passwordHash: string })[]>`
        select id, phone, name, email, kind, province, password_hash as "passwordHash"
        from floor_accounts where phone = ${phone}`;
      return row;
    },

    async insertSession(tokenHash: Buffer, accountId: string): Promise<void> {
      await sql`
        insert into floor_sessions (token_hash, account_id, expires_at)
        values (${tokenHash}, ${accountId}, now() + make_interval(days => ${sessionDays}))`;
    },

    async insertCode({ id, phone, codeHash }: NewCode): Promise<void> {
      await sql`
        insert into floor_codes (id, phone, code_hash, expires_at)
        values (${id}, ${phone}, ${codeHash}, now() + make_interval(secs => ${codeSeconds}))`;
    },

    async insertChallenge(challengeHash: Buffer): Promise<void> {
      await sql`
        insert into floor_challenges (challenge_hash, expires_at)
        values (${challengeHash}, now() + make_interval(secs => ${codeSeconds}))`;
    },

    /**
     * Deletes a challenge that has not expired, and returns whether there was one, so that a challenge is
     * used only once.
     */
    async takeChallenge(challengeHash: Buffer): Promise<boolean> {
      const { count } = await sql`
        delete from floor_challenges where challenge_hash = ${challengeHash} and expires_at > now()`;
      return count === 1;
    },

    async findPasskey(credentialId: Buffer): Promise<(Account & { readonly publicKey: Buffer }) | undefined> {
      const [row] = await sql<(Account & { publicKey: Buffer })[]>`
        select a.id, a.phone, a.name, a.email, a.kind, a.province, p.public_key as "publicKey"
        from passkeys p join floor_accounts a on a.id = p.account_id where p.credential_id = ${credentialId}`;
      return row;
    },

    /**
     * Exchanges a code for a token. Returns false if the code is wrong, has expired or was exchanged before.
     */
    async exchangeCode(id: string, codeHash: Buffer, tokenHash: Buffer): Promise<boolean> {
      const { count } = await sql`
        update floor_codes set token_hash = ${tokenHash}
        where id = ${id} and code_hash = ${codeHash} and token_hash is null and expires_at > now()`;
      return count === 1;
    },

    /**
     * Exchanges a token for a session of the phone's account. Returns undefined if the token is wrong or was
     * exchanged before.
     */
    async exchangeToken(input: {
      readonly codeId: string;
      readonly tokenHash: Buffer;
      readonly phone: string;
      readonly sessionHash: Buffer;
    }): Promise<Account | undefined> {
      const [row] = await sql<Account[]>`
        with spent as (
          delete from floor_codes
          where id = ${input.codeId} and token_hash = ${input.tokenHash} and phone = ${input.phone}
          returning phone
        ), account as (
          select a.* from floor_accounts a join spent using (phone)
        ), session as (
          insert into floor_sessions (token_hash, account_id, expires_at)
          select ${input.sessionHash}, id, now() + make_interval(days => ${sessionDays}) from account
        )
        select id, phone, name, email, kind, province from account`;
      return row;
    },
  };
}

export type FloorStore = Awaited<ReturnType<typeof createFloorStore>>;
