import { randomInt } from 'node:crypto';
import { configOf, takeEnvironment } from '../../apps/server/src/process/environment.ts';
import { withDatabase } from '../../apps/server/src/cli/database.ts';
import { connect } from '../../apps/server/src/database/connection.ts';
import { indexAccounts } from '../../apps/server/src/account/search/index-accounts.ts';
import { newId } from '../../apps/server/src/lib/ids.ts';
import type { Member } from './members.ts';

/** Inserts the accounts given as a JSON argument, while the server under test is running. They have no password. */
const members: Member[] = JSON.parse(process.argv[2] ?? '[]');
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const newReferralCode = () => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
await withDatabase(configOf(takeEnvironment()), async (target) => {
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-e2e' });
  try {
    const rows = members.map(({ e164, name, email }) => ({
      id: newId('acc'),
      phone: e164,
      kind: 'personal',
      name,
      email,
      referralCode: newReferralCode(),
    }));
    await sql`insert into accounts ${sql(rows)}`;
    await indexAccounts(
      sql,
      rows.map(({ id }) => id),
    );
    // The members have agreed to the current terms, as if they had signed up now.
    await sql`
      update accounts set agreed_legal = (select coalesce(max(id), 0) from legal_versions)
      where id = any(${rows.map(({ id }) => id)}::text[])`;
  } finally {
    await close();
  }
});
