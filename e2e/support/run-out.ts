import { configOf, takeEnvironment } from '../../apps/server/src/process/environment.ts';
import { withDatabase } from '../../apps/server/src/cli/database.ts';
import { connect } from '../../apps/server/src/database/connection.ts';

/** Run beside the server under test: the codes and verifications of the phone in the argument have run out. */
const phone = process.argv[2] ?? '';
await withDatabase(configOf(takeEnvironment()), async (target) => {
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-e2e' });
  try {
    await sql`update otp_requests set expires_at = now() where phone = ${phone}`;
    await sql`update otp_tokens set expires_at = now() where phone = ${phone}`;
    // As after these minutes, the next code may be asked for. Whose wait it is can't be read from its name.
    await sql`delete from counters where key like 'otp-wait:%'`;
  } finally {
    await close();
  }
});
