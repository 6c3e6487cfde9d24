import { TestAuthenticator } from '@vid/testkit/sign-in/authenticator';
import { randomBytes } from 'node:crypto';
import type { Sql } from '@vid/sql/sql';
import type { KnownPasskey } from '../../load/jobs.ts';
import { hashSecret } from '../seed.ts';

/**
 * Gives each account a synced passkey (without a signature counter) and a known device, so that a sign-in sends no
 * notice.
 */
export async function seedPasskeys(sql: Sql, phones: readonly string[]): Promise<KnownPasskey[]> {
  const known: KnownPasskey[] = [];
  for (const phone of phones) {
    const device = new TestAuthenticator();
    const userHandle = randomBytes(32);
    const deviceToken = randomBytes(32).toString('base64url');
    known.push({ passkey: device.export(userHandle.toString('base64url')), deviceToken });
    await sql`
      with account as (select id from accounts where phone = ${phone}), named as (
        insert into passkey_users (account_id, user_handle) select id, ${userHandle} from account
        on conflict (account_id) do update set user_handle = excluded.user_handle), recognised as (
        insert into known_devices (account_id, token_hash, expires_at)
        select id, ${hashSecret(deviceToken)}, now() + interval '1 year' from account)
      insert into passkeys (id, account_id, credential_id, rp_id, public_key, counter, transports,
        is_backup_eligible, is_backed_up, aaguid, name, confirms_from)
      select ${`psk_${device.id}`}, id, ${Buffer.from(device.id, 'base64url')}, 'localhost', ${device.publicKey}, 0,
        '{}', true, true, '00000000-0000-0000-0000-000000000000', 'Bench', now() from account`;
  }
  await sql`analyze passkeys`;
  await sql`analyze passkey_users`;
  await sql`analyze known_devices`;
  return known;
}
