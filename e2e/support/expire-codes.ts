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
    // The resend wait ends too.
    await sql`
      update otp_codes set expires_at = now(), token_expires_at = least(token_expires_at, now()), resend_seconds = 0
      where phone = ${phone}`;
  } finally {
    await close();
  }
});
