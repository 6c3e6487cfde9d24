import type { Fragment, Sql } from '#database/connection.ts';
import { siteFactor, siteKeyOf } from '#http/caller.ts';
import type { Platform } from '#platform/platform.ts';
import {
  decideRefusal,
  failuresBeforeCode,
  forgetAfterSeconds,
  type AttemptFacts,
  type AttemptProof,
  type Refusal,
} from './password-throttle.policy.ts';

export type PasswordAttempt = {
  /** The phone in E.164 format; the account's id in a session of an account without a phone. */
  readonly phone: string;
  readonly address: string;
  readonly devices: readonly string[];
  readonly proof: AttemptProof;
};

/** Returns the keys of the counters, named as by `networkHits`. An IPv4 address is its own site. */
export function keysOf(phoneHash: Buffer, address: string) {
  const site = siteKeyOf(address);
  return {
    failuresKey: `signin-fail:${address}`,
    failuresSiteKey: `signin-fail:${site}`,
    pairKey: `signin-pair:${address}:${phoneHash.toString('base64url').slice(0, 22)}`,
    phonesKey: `signin-phones:${address}`,
    phonesSiteKey: `signin-phones:${site}`,
  };
}

/**
 * Selects the larger of a network's points and its site's points divided by `siteFactor`, so that one comparison
 * applies both limits.
 */
export const pointsOfNetwork = (sql: Sql, key: string, siteKey: string): Fragment => sql`
  greatest(coalesce((select points from counters where key = ${key} and expires_at > now()), 0),
    coalesce((select points from counters where key = ${siteKey} and expires_at > now()), 0) / ${siteFactor}::int)`;

/** Explains why an attempt was not counted. A separate query keeps this cost away from counted attempts. */
export async function explainRefusal(
  { sql, config }: Platform,
  { address, proof }: PasswordAttempt,
  {
    phoneHash,
    signInAddressTenMinutes,
  }: { readonly phoneHash: Buffer; readonly signInAddressTenMinutes: number },
): Promise<Refusal> {
  const keys = keysOf(phoneHash, address);
  const [row] = await sql<AttemptFacts[]>`
    select
      coalesce(t.failures, 0) as failures,
      coalesce(ceil(extract(epoch from h.blocked_until - now())), 0)::int as wait,
      ${pointsOfNetwork(sql, keys.failuresKey, keys.failuresSiteKey)} as "addressPoints",
      p.key is null as "isNewPair",
      ${pointsOfNetwork(sql, keys.phonesKey, keys.phonesSiteKey)} as phones,
      coalesce((select ceil(extract(epoch from max(expires_at) - now())) from counters
        where key in (${keys.phonesKey}, ${keys.phonesSiteKey}) and expires_at > now()), 1)::int as "phonesWait"
    from (values (1)) as one
      left join password_throttles t on t.phone_hash = ${phoneHash}
        and (t.failures >= ${failuresBeforeCode} or t.last_failure_at > now() - make_interval(secs => ${forgetAfterSeconds}))
      left join password_failures h on h.phone_hash = ${phoneHash} and h.address = ${address}
        and h.blocked_until > now()
      left join counters p on p.key = ${keys.pairKey} and p.expires_at > now()`;
  if (!row) throw new Error('expected one row with the facts about an attempt');
  const { signInPhonesAddressHour } = config;
  return decideRefusal(row, proof, { signInAddressTenMinutes, signInPhonesAddressHour });
}
