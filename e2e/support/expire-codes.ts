import { configOf, takeEnvironment } from '../../apps/server/src/process/environment.ts';
import { withDatabase } from '../../apps/server/src/cli/database.ts';
import { connect } from '../../apps/server/src/database/connection.ts';

/**
 * Expires the one-time codes and verifications of the phone given as argument, while the server under test is running.
 */
const phone = process.argv[2] ?? '';
await withDatabase(configOf(takeEnvironment()), async (target) => {
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-e2e' });
  try {
    await sql`update otp_codes set expires_at = now() where phone = ${phone}`;
    await sql`update otp_tokens set expires_at = now() where phone = ${phone}`;
    // Ends the resend wait, too. Its key is hashed, so the waits of all phones are deleted.
    await sql`delete from counters where key like 'otp-wait:%'`;
  } finally {
    await close();
  }
});
