import { createAdmin } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer } from '@vid/testkit/server';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createOperator } from '#cli/testing/operator.ts';

it('P3 the log, the doctor and the dashboard name a proxy that is not trusted, until it is trusted or gone', async () => {
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
  await sql`insert into installation (key_check, identity) values ('x', '1/1')`;
  expect(await shown()).toEqual([{ kind: 'database-copy', detail: '' }]);
});
