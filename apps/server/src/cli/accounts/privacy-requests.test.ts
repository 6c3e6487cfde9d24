import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
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

it('V5 “privacy-requests” lists open requests by due date and marks overdue ones', async () => {
  const account = await createAccount(server, { phone: '+84900000021' });
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  const make = async (kind: string, details: string) =>
    (await browser.post('/vid/api/privacy/requests', { kind, details })).data;
  await make('restriction', 'Ngừng dùng email.');
  await make('correction', 'Sửa tên.\nTên đúng là Ổn.');
  const closed = await make('other', 'Không cần nữa.');
  await browser.post('/vid/api/privacy/requests/close', { requestId: closed['id'] });
  const { sql } = server.deps;
  await sql`update privacy_requests set reply_due_at = now(), due_at = now() where kind = 'correction'`;
  await sql`update privacy_requests set reply_due_at = now() where kind = 'restriction'`;

  const output = await operator.ok('privacy-requests');
  expect(output.endsWith('2 open requests.')).toBe(true);
  expect(output.indexOf('correction')).toBeLessThan(output.indexOf('restriction'));
  expect(output).toMatch(/^correction {2}req_\w+ {2}acc_\w+ {2}\+8490\*\*\*\*21 {2}OVERDUE$/mu);
  expect(output).toMatch(/^restriction .*21 {2}REPLY OVERDUE$/mu);
  await sql`update privacy_requests set status = 'answered' where kind = 'restriction'`;
  expect(await operator.ok('privacy-requests')).toMatch(/^restriction .*21$/mu);
  expect(output).toContain('  Sửa tên.\n  Tên đúng là Ổn.');
  expect(output).not.toContain('Không cần nữa.');
});
