import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const long = 'x'.repeat(600);
const refused = { clientId: 'shop-web', reason: 'redirect_uri', details: {}, from: 'test' };

it('a refusal is kept for 14 days with shortened texts', async () => {
  const { refusalLog, sql } = server.deps;
  const details = { text: long, count: 2, none: null };
  const ref = await refusalLog.write({ ...refused, clientId: long, reason: long, details });
  expect(await refusalLog.explain(` ${ref} `)).toMatchObject({
    clientId: 'x'.repeat(128),
    reason: 'x'.repeat(100),
    details: [
      { name: 'text', value: 'x'.repeat(500) },
      { name: 'count', value: '2' },
    ],
  });
  expect(
    await sql`select (expires_at - created_at)::text as kept from sso_traces where ref = ${ref}`,
  ).toEqual([{ kept: '14 days' }]);
});

it('a refusal of the community’s protocol is stored with its shortened parameters', async () => {
  const { refusalLog, sql } = server.deps;
  const asked = { ...refused, appCode: long, from: 'community' };
  const refuse = (redirectUri: string | undefined) =>
    refusalLog.refuse('SSO_INVALID_REQUEST', { ...asked, redirectUri });
  await expect(refuse(long)).rejects.toThrow('SSO_INVALID_REQUEST');
  await expect(refuse(undefined)).rejects.toThrow('SSO_INVALID_REQUEST');
  const stored = { appCode: 'x'.repeat(64), route: 'community' };
  expect(
    await sql`select details from sso_traces where details ->> 'appCode' <> '' order by created_at`,
  ).toEqual([
    { details: { ...stored, redirectUri: 'x'.repeat(500) } },
    { details: { ...stored, redirectUri: null } },
  ]);
});

it('X3 at most 300 refusals are stored in a minute', async () => {
  const { refusalLog, sql } = server.deps;
  const isStored = async (from: string) =>
    (await refusalLog.find(await refusalLog.write({ ...refused, from }))) !== undefined;
  await isStored('first');
  await sql`update counters set points = 299 where key = 'sso-traces'`;
  expect([await isStored('second'), await isStored('third')]).toEqual([true, false]);
});
