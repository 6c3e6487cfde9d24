import { createAccount } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const caller = { address: '127.0.0.1', requestId: 'cli' };

async function declared() {
  const { sql, modules } = server.deps;
  const { certificateChecks } = modules.certificateQueue;
  const { certificates } = modules.certificate;
  const { id: accountId } = await createAccount(server);
  const admin = await createAccount(server, { role: 'admin' });
  const [row] = await sql<{ updatedAt: Date }[]>`
    insert into broker_certificates (account_id, number, province, issued_on)
    values (${accountId}, 'HN-1', '01', '2026-01-15') returning updated_at`;
  const declaredAt = row?.updatedAt ?? new Date(0);
  return {
    accountId,
    admin,
    check: (finding: 'confirmed' | 'refused', checkedAt: Date | null = null) =>
      certificateChecks.check(
        { accountId, declaredAt, checkedAt, finding },
        { actorId: admin.id, caller, reason: 'registry' },
      ),
    checkedAt: async () => {
      const [checked] = await sql<{ checkedAt: Date | null }[]>`
        select checked_at from broker_certificates where account_id = ${accountId}`;
      return checked?.checkedAt ?? null;
    },
    status: async () => (await certificates.find(accountId))?.status,
    reason: async () => (await certificates.find(accountId))?.reason,
    events: () => sql`
      select kind, actor_id, details from audit_events where account_id = ${accountId} order by id`,
  };
}

describe('the check of a certificate', () => {
  it('confirms or refuses the certificate, and records who decided and why', async () => {
    const { accountId, admin, check, checkedAt, status, reason, events } = await declared();
    await check('confirmed');
    expect([await status(), await reason()]).toEqual(['confirmed', null]);
    await expect(check('confirmed', await checkedAt())).rejects.toMatchObject({ code: 'RECORD_CHANGED' });
    // A page that still shows the certificate as undecided cannot overrule the decision.
    await expect(check('refused')).rejects.toMatchObject({ code: 'RECORD_CHANGED' });
    await check('refused', await checkedAt());
    expect([await status(), await reason()]).toEqual(['refused', 'registry']);
    const details = { reason: 'registry' };
    expect(await events()).toEqual([
      { kind: 'certificate.confirmed', actorId: admin.id, details },
      { kind: 'certificate.refused', actorId: admin.id, details },
    ]);
    const rows = await server.deps.sql<{ checkedBy: string; checkedAt: Date | null }[]>`
      select checked_by, checked_at from broker_certificates where account_id = ${accountId}`;
    expect(rows).toEqual([{ checkedBy: admin.id, checkedAt: expect.any(Date) }]);
  });

  it('is refused for an unknown account', async () => {
    const { admin } = await declared();
    const certificate = { accountId: 'acc_none', declaredAt: new Date(0), checkedAt: null };
    const { certificateChecks } = server.deps.modules.certificateQueue;
    await expect(
      certificateChecks.check({ ...certificate, finding: 'confirmed' }, { actorId: admin.id, caller }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('does not confirm a certificate that was removed or declared again', async () => {
    const { accountId, check, status, events } = await declared();
    const { sql } = server.deps;
    await sql`
      update broker_certificates set number = 'HN-2', updated_at = updated_at + interval '1 second'
      where account_id = ${accountId}`;
    await expect(check('confirmed')).rejects.toMatchObject({ code: 'RECORD_CHANGED' });
    expect(await status()).toBe('declared');
    await sql`delete from broker_certificates where account_id = ${accountId}`;
    await expect(check('confirmed')).rejects.toMatchObject({ code: 'RECORD_CHANGED' });
    expect(await events()).toEqual([]);
  });
});
