import { newAuthenticatorSecret } from '@vid/server/account/two-step/authenticator-app';
import { newRecoveryCode } from '@vid/server/account/two-step/recovery-code';
import type { TestServer } from '../server.ts';

/** Gives an account an authenticator app, and recovery codes that were made three days ago. */
export async function addAuthenticatorApp(server: TestServer, accountId: string) {
  const { sql, twoStepSecrets, twoSteps } = server.deps;
  const secret = newAuthenticatorSecret();
  const sealedSecret = twoStepSecrets.seal(accountId, secret);
  const app = { accountId, sealedSecret, lastStep: 0 };
  await sql`insert into authenticator_apps ${sql(app)}`;
  const recoveryCodes = Array.from({ length: 10 }, newRecoveryCode);
  const hashes = recoveryCodes.flatMap((code) => twoStepSecrets.hashRecoveryCode(accountId, code) ?? []);
  await twoSteps.replaceRecoveryCodes(sql, accountId, hashes);
  await sql`
    update recovery_codes set created_at = now() - interval '72 hours' where account_id = ${accountId}`;
  return { secret, recoveryCodes };
}
