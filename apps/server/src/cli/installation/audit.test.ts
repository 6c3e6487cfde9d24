import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createOperator, type Operator } from '../testing/operator.ts';

let server: TestServer;
let operator: Operator;

beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  operator = await createOperator(inject('cluster'), server);
});
afterAll(async () => {
  await operator.close();
  await server.close();
});

const caller = { address: '203.0.113.9', requestId: 'req-cli' };
const addEvent = () =>
  server.deps.audit.write(server.deps.sql, { kind: 'otp.sent', accountId: 'acc_cli', caller, details: {} });

it('V4 “audit verify” checks the chain and names the broken seal', async () => {
  expect((await operator.vid('audit', 'anchor')).code).toBe(1);
  await addEvent();
  await server.deps.auditSealer.run();
  const anchor = await operator.ok('audit', 'anchor');
  expect(anchor).toMatch(/^1\.[0-9a-f]{64}$/u);
  expect(JSON.parse(await operator.ok('audit', 'anchor', '--json'))).toMatchObject({ anchor, seal: 1 });
  await addEvent();
  await server.deps.auditSealer.run();
  await addEvent();

  expect(await operator.ok('audit', 'verify')).toBe(
    'The chain is intact: 2 seals of 2 rows.\n1 row not sealed yet.',
  );
  expect(await operator.ok('audit', 'verify', '--anchor', anchor)).toContain('Seal 1 matches the anchor.');
  const forged = `1.${'0'.repeat(64)}`;
  const refused = await operator.vid('audit', 'verify', '--anchor', forged, '--json');
  expect([refused.code, JSON.parse(refused.text)]).toMatchObject([1, { intact: false, anchor_found: false }]);

  await server.deps.sql.begin(async (tx) => {
    await tx`alter table audit_events disable trigger user`;
    await tx`update audit_events set account_id = 'acc_other' where id = (select max(id) - 1 from audit_events)`;
    await tx`alter table audit_events enable trigger user`;
  });
  const broken = await operator.vid('audit', 'verify');
  expect([broken.code, broken.text]).toEqual([
    1,
    expect.stringMatching(/^The chain is broken at seal 2: rows were changed \(otp\.sent, \d{4}-\d{2}\)\.$/u),
  ]);
  const asJson = await operator.vid('audit', 'verify', '--json');
  expect([asJson.code, JSON.parse(asJson.text)]).toMatchObject([
    1,
    { intact: false, problem: { seal: 2, problem: 'rows-changed', kind: 'otp.sent' } },
  ]);
});

it('“audit” refuses wrong arguments with exit code 64', async () => {
  for (const line of [[], ['check'], ['verify', '--anchor', 'x'], ['anchor', '--all']])
    expect((await operator.vid('audit', ...line)).code).toBe(64);
});
