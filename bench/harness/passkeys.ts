import { TestAuthenticator, type ExportedPasskey } from '@vid/testkit/authenticator';
import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';

/** Gives seeded accounts a synced passkey each, which does not count, and returns the private keys. */
export async function seedPasskeys(sql: Sql, phones: readonly string[]): Promise<ExportedPasskey[]> {
  const exported: ExportedPasskey[] = [];
  for (const phone of phones) {
    const device = new TestAuthenticator();
    const userHandle = randomBytes(32);
    exported.push(device.export(userHandle.toString('base64url')));
    await sql`
      with account as (select id from accounts where phone = ${phone}), named as (
        insert into passkey_users (account_id, user_handle) select id, ${userHandle} from account
        on conflict (account_id) do update set user_handle = excluded.user_handle)
      insert into passkeys (id, account_id, credential_id, public_key, counter, transports, is_backup_eligible,
        is_backed_up, aaguid, name, confirms_from)
      select ${`psk_${device.id}`}, id, ${Buffer.from(device.id, 'base64url')}, ${device.publicKey}, 0, '{}', true,
        true, '00000000-0000-0000-0000-000000000000', 'Bench', now() from account`;
  }
  await sql`analyze passkeys`;
  await sql`analyze passkey_users`;
  return exported;
}
