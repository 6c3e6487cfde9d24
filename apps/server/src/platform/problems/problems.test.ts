import { createAdmin } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer } from '@vid/testkit/server';
import { expect, inject, it, onTestFinished } from 'vitest';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { createOperator } from '#cli/testing/operator.ts';
import { createProblems, explainProblem } from './problems.ts';

it('P3 the log, the doctor and the dashboard name an untrusted proxy', async () => {
  const server = await startTestServer(inject('cluster'));
  const operator = await createOperator(inject('cluster'), server);
  onTestFinished(async () => {
    await operator.close();
    await server.close();
  });
  const { browser: admin } = await createAdmin(server);
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  await new TestBrowser(server.app).get('/vid/ajax/auth/me', { address: '10.0.0.9', headers });
  await server.deps.background.idle();
  const shown = async () => (await admin.get('/vid/api/admin/attention')).data['operation'];
  expect(await shown()).toEqual([{ kind: 'proxy-untrusted', detail: '10.0.0.9' }]);
  expect(server.logLines.join('')).toContain('the proxy 10.0.0.9 forwards requests');
  expect((await operator.vid('doctor')).text).toMatch(
    /^warn +the proxy 10\.0\.0\.9 .*\n.*VID_TRUSTED_PROXIES/mu,
  );

  const { sql, problems } = server.deps;
  await sql`update operation_problems set noticed_at = now() - interval '4 hours'`;
  expect(await shown()).toEqual([]);
  await problems.note({ kind: 'proxy-untrusted', detail: '10.0.0.8' });
  expect(await shown()).toEqual([{ kind: 'proxy-untrusted', detail: '10.0.0.8' }]);
  await sql`update operation_problems set noticed_at = now() - interval '2 hours'`;
  expect(await shown()).toHaveLength(1);
  await problems.clear();
  expect(await shown()).toEqual([]);
  await sql`insert into installation (identity) values ('1/1')`;
  expect(await shown()).toEqual([{ kind: 'database-copy', detail: '' }]);
});

it('a problem is listed until three hours after it was last noticed', async () => {
  const server = await startTestServer(inject('cluster'));
  onTestFinished(() => server.close());
  await atOneMoment(server, async (tx) => {
    const problems = createProblems(tx);
    await problems.note({ kind: 'proxy-untrusted', detail: '10.0.0.8' });
    await problems.note({ kind: 'proxy-one-address', detail: '10.0.0.9' });
    await tx`update operation_problems set noticed_at = now() - interval '3 hours'`;
    expect(await problems.list()).toEqual([]);
    await tx`update operation_problems set noticed_at = now() - interval '2 hours 59 minutes 59 seconds'`;
    expect((await problems.list()).map(({ kind }) => kind)).toEqual(['proxy-one-address', 'proxy-untrusted']);
  });
});

it('a problem is explained with its detail and its remedy', () => {
  const explained = (
    [
      'database-copy',
      'proxy-untrusted',
      'proxy-one-address',
      'zalo-disconnected',
      'passwords-guessed',
      'sms-ceiling-near',
      'sms-ceiling-reached',
      'sms-balance-low',
    ] as const
  ).map((kind) => explainProblem({ kind, detail: '10.0.0.9' }));
  expect(explained.map(({ what }) => what)).toEqual([
    'this database is a copy',
    'the proxy 10.0.0.9 forwards requests, and all its users share one address and one rate limit',
    'all visitors come from 10.0.0.9 and share one rate limit',
    'VID has no refresh token that Zalo accepts, and will send codes by SMS only',
    'unusually many passwords are wrong, and new devices need a captcha to sign in',
    'SMS costs are at least 80 % of the ceiling (10.0.0.9)',
    'SMS costs have reached the ceiling (10.0.0.9), so numbers without an account get no codes',
    'the balance of an SMS gateway account is low (10.0.0.9)',
  ]);
  expect(explained[0]?.advice).toContain('confirm-database');
  expect(explained[3]?.advice).toContain('zalo connect');
  expect(explained[4]?.advice).toContain('half an hour after the last wrong password');
  expect(explained[4]?.advice).toContain('sign-in.failed');
  expect(explained[6]?.advice).toContain('VID_SMS_CEILING_DAY');
  for (const { advice } of explained.slice(1, 3)) expect(advice).toContain('VID_TRUSTED_PROXIES');
});
