import { configOf, takeEnvironment } from '../../apps/server/src/process/environment.ts';
import { withDatabase } from '../../apps/server/src/cli/database.ts';
import { connect } from '../../apps/server/src/database/connection.ts';

/**
 * Fills the counted hours of 60 days and the sign-ins of the application of the argument, while the server under test
 * is running. The numbers are the same in every run.
 */
const [applicationId = ''] = (process.argv[2] ?? '').split(' ');
await withDatabase(configOf(takeEnvironment()), async (target) => {
  const { sql, close } = connect(target, { max: 1, applicationName: 'vid-e2e' });
  try {
    await sql`
      insert into activity_hours (hour, name, count)
      select h, n.name, round(n.mean * (1.5 + sin(extract(hour from h)::float8 / 24 * 6.28)) * (1 + extract(isodow from h)::float8 / 7))::int
      from generate_series(date_trunc('hour', now(), 'UTC') - interval '60 days', date_trunc('hour', now(), 'UTC') - interval '1 hour', interval '1 hour') h,
        (values ('sign-up', 4), ('sign-in:password', 40), ('sign-in:otp', 18), ('sign-in:passkey', 12), ('sign-in:qr', 3),
          ('failure', 6), ('code-sent', 24), ('code-verified', 21), ('sessions', 5200), ('events', 1)) n (name, mean)
      on conflict do nothing`;
    if (applicationId !== '')
      await sql`
        insert into application_sign_ins (application_id, day, count)
        select id, (now() at time zone 'Asia/Ho_Chi_Minh')::date - n, 40 + (n * 37) % 60
        from applications, generate_series(1, 29) n where id = ${applicationId}`;
  } finally {
    await close();
  }
});
