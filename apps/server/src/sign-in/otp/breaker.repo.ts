import type { Config } from '#config/config.ts';
import { siteKeyOf } from '#http/caller.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import { breakerLimits, breakerLookbackSeconds, isBreakerOpen } from './breaker.policy.ts';

type BreakerConfig = Parameters<typeof breakerLimits>[0];

export async function findLatestCodes(sql: Queryable, config: Pick<Config, 'otpBreakerWindow'>) {
  const [row] = await sql<
    { sent: number; verified: number; networks: string[] | null; lastAt: Date | null }[]
  >`
    select count(*)::int as sent, count(verified_at)::int as verified,
      array_agg(distinct network) filter (where verified_at is null and network is not null) as networks,
      max(created_at) as last_at
    from (
      select verified_at, network, created_at from otp_codes
      where not is_member and not is_undelivered
        and created_at > now() - make_interval(secs => ${breakerLookbackSeconds}::int)
      order by created_at desc limit ${config.otpBreakerWindow}) as latest`;
  if (!row) throw new Error('expected one row with the latest codes');
  // A provider assigns up to 65,536 networks to an IPv6 customer, so the networks of one site count as one.
  return { ...row, networks: new Set(row.networks?.map(siteKeyOf)).size };
}

/**
 * Returns when the breaker opened (null while it is closed), and the numbers of codes sent and entered, without
 * undelivered codes: among the latest codes to phones without an account, and among all codes of the last hour.
 */
export async function readBreaker(sql: Sql, config: BreakerConfig) {
  const [latest, [hour]] = await Promise.all([
    findLatestCodes(sql, config),
    sql<{ sent: number; verified: number }[]>`
      select count(*)::int as sent, count(verified_at)::int as verified
      from otp_codes where created_at > now() - interval '1 hour' and not is_undelivered`,
  ]);
  if (!hour) throw new Error('expected one row with the codes of the last hour');
  return {
    // While the breaker is open, phones without an account get no code, so it opened after their last code.
    openSince: isBreakerOpen(latest, breakerLimits(config)) ? latest.lastAt : null,
    strangers: { sent: latest.sent, verified: latest.verified },
    hour,
  };
}
