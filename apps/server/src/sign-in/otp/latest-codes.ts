import type { Config } from '#config/config.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { breakerLimits, breakerLookbackSeconds, isBreakerOpen } from './breaker.policy.ts';

/** The latest codes to phones without an account, one row of `sent`, `verified` and `networks`. */
export const latestCodes = (
  sql: Queryable,
  window: { readonly breakerWindow: number; readonly breakerLookbackSeconds: number },
): Fragment => sql`
  select count(*)::int as sent, count(verified_at)::int as verified,
    (count(distinct network) filter (where verified_at is null))::int as networks, max(created_at) as last_at
  from (
    select verified_at, network, created_at from otp_sends
    where not is_member and created_at > now() - make_interval(secs => ${window.breakerLookbackSeconds})
    order by created_at desc limit ${window.breakerWindow}) as s`;

/** What the breaker decides by, and the codes of the last hour to all phones. */
export async function readBreaker(sql: Sql, config: Config) {
  const window = { breakerWindow: config.otpBreakerWindow, breakerLookbackSeconds };
  const [row] = await sql<
    {
      sent: number;
      verified: number;
      networks: number;
      lastAt: Date | null;
      hourSent: number;
      hourVerified: number;
    }[]
  >`
    select latest.*, hour.* from (${latestCodes(sql, window)}) as latest, (
      select count(*)::int as hour_sent, count(verified_at)::int as hour_verified
      from otp_sends where created_at > now() - interval '1 hour') as hour`;
  if (!row) throw new Error('the latest codes were not one row');
  const { sent, verified, networks, lastAt, hourSent, hourVerified } = row;
  return {
    // Nothing is sent to strangers while it is open, so it opened after the last code that was.
    openSince: isBreakerOpen({ sent, verified, networks }, breakerLimits(config)) ? lastAt : null,
    strangers: { sent, verified },
    hour: { sent: hourSent, verified: hourVerified },
  };
}
