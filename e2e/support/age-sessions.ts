import { configOf, takeEnvironment } from '../../apps/server/src/process/environment.ts';
import { withDatabase } from '../../apps/server/src/cli/database.ts';
import { connect } from '../../apps/server/src/database/connection.ts';

/** Makes the sessions of the phone given as argument older than the five minutes in which sensitive actions need no proof. */
const phone = process.argv[2] ?? '';
await withDatabase(configOf(takeEnvironment()), async (target) => {
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-e2e' });
  try {
    await sql`
      update sessions set authenticated_at = now() - interval '10 minutes', confirmed_at = null
      where account_id = (select id from accounts where phone = ${phone})`;
  } finally {
    await close();
  }
});
