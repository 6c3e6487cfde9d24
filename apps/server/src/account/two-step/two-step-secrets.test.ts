import { startTestServer, type TestServer } from '@vid/testkit/server';
import { addAuthenticatorApp } from '@vid/testkit/sign-in/two-step';
import { createAccount } from '@vid/testkit/accounts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

it('O11 an app’s sealed secret does not decrypt for another account', async () => {
  const [owner, thief] = [await createAccount(server), await createAccount(server)];
  const { secret, recoveryCodes } = await addAuthenticatorApp(server, owner.id);
  const { sql, twoStepSecrets } = server.deps;
  const [app] = await sql<{ sealedSecret: Buffer }[]>`
    select sealed_secret from authenticator_apps where account_id = ${owner.id}`;
  const sealed = app?.sealedSecret ?? Buffer.alloc(0);
  expect(sealed.includes(Buffer.from(secret))).toBe(false);
  expect(twoStepSecrets.open(owner.id, sealed)).toBe(secret);
  expect(() => twoStepSecrets.open(thief.id, sealed)).toThrow('the secret belongs to another account');

  const hashes = recoveryCodes.map((code) =>
    twoStepSecrets.hashRecoveryCode(owner.id, code)?.toString('hex'),
  );
  const rows = await sql<{ hex: string }[]>`
    select encode(code_hash, 'hex') as hex from recovery_codes where account_id = ${owner.id}`;
  expect(new Set(rows.map(({ hex }) => hex))).toEqual(new Set(hashes));
  const [first = ''] = recoveryCodes;
  expect(twoStepSecrets.hashRecoveryCode(thief.id, first)?.toString('hex')).not.toBe(hashes[0]);
});
