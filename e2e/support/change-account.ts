import { configOf, takeEnvironment } from '../../apps/server/src/process/environment.ts';
import { withDatabase } from '../../apps/server/src/cli/database.ts';
import { connect } from '../../apps/server/src/database/connection.ts';

/**
 * Changes the account of a phone while the server under test is running. The argument is `<change> <phone> [<email>]`:
 *
 * - `confirm`: the account has this confirmed address
 * - `wait`: the 72 hours of its recovery are over
 * - `sleep`: its last sign-in was 181 days ago
 */
const [change = '', phone = '', email = ''] = (process.argv[2] ?? '').split(' ');
await withDatabase(configOf(takeEnvironment()), async (target) => {
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-e2e' });
  try {
    if (change === 'confirm')
      await sql`update accounts set email = ${email}, email_confirmed_at = now() where phone = ${phone}`;
    else if (change === 'wait')
      await sql`
        update recovery_requests set ready_at = now()
        where account_id = (select id from accounts where phone = ${phone})`;
    else if (change === 'sleep')
      await sql`update accounts set last_sign_in_at = now() - interval '181 days' where phone = ${phone}`;
    else throw new Error(`unknown change ${change}`);
  } finally {
    await close();
  }
});
