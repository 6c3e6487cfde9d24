import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createSessionRepo } from '#sign-in/session/session.repo.ts';
import { createCodeRequestRepo } from '#community/code-request.repo.ts';
import { managedApplications } from '#applications/application/managed-applications.ts';
import { createSessionStore } from '#oidc/store/sessions.ts';
import { createRowAdapter } from '#oidc/store/row-adapter.ts';
import { createStatisticsWatch } from './statistics.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const noLimit = { ofNetwork: async () => 0, ofClient: async () => 0, ofProofs: async () => 0 };

it('batched lookups use an index after their tables have grown', async () => {
  const { sql, keys, audit } = server.deps;
  await sql`analyze sessions, accounts, oidc_access_tokens`;
  const lookups = await sql.reserve();
  try {
    const hash = Buffer.alloc(32, 1);
    await createCodeRequestRepo(lookups).find({
      clientId: 'client',
      preSessionHash: hash,
      accountId: 'acc_1',
      sessionId: 'ses_1',
    });
    await createSessionRepo({ sql, lookups, managedApplications }).find(hash);
    await createSessionStore({ sql, lookups, keys, audit }).find('A'.repeat(43));
    await createRowAdapter('AccessToken', { sql, lookups, keys, audit, requestLimit: noLimit }).find('id');
    await lookups`
      insert into accounts (id, phone, kind, referral_code)
      select 'acc_' || i, '+8490' || lpad(i::text, 7, '0'), 'personal', 'R' || i from generate_series(1, 1000) i`;
    await lookups`
      insert into sessions (id, token_hash, account_id, method, amr, is_persistent, user_agent, address, idle_seconds,
        idle_expires_at, expires_at)
      select 'ses_' || i, sha256(i::text::bytea), 'acc_' || i, 'password', '{pwd}', true, '', '192.0.2.1', 60,
        now() + interval '1 day', now() + interval '1 day'
      from generate_series(1, 1000) i`;
    await lookups`
      insert into oidc_access_tokens (id_hash, payload, expires_at)
      select sha256(i::text::bytea), '{}', now() + interval '1 day' from generate_series(1, 1000) i`;
    await lookups`select pg_stat_force_next_flush()`;
    await createStatisticsWatch({ sql, log: server.deps.log }).check();

    const statements = await lookups<{ statement: string }[]>`
      select statement from pg_prepared_statements
      where statement like ${'%unnest(%'} and statement like ${'%decode(%'}`;
    expect(statements).toHaveLength(4);
    for (const { statement } of statements) {
      const lines = await lookups.unsafe(`explain (generic_plan) ${statement}`);
      const plan = lines.map((line) => Object.values(line).join()).join('\n');
      expect(plan).toMatch(/Index Cond: \({1,2}(?:token_hash|id_hash|pre_session_hash) = decode\(/u);
      expect(plan).not.toMatch(/(?:Hash|Merge) [\w ]*Join/u);
    }
  } finally {
    lookups.release();
  }
});
