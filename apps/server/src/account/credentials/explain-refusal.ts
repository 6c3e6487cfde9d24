import { siteKeyOf } from '#http/caller.ts';
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

export function keysOf(phoneHash: Buffer, address: string) {
  return {
    failuresKey: `signin-fail:${address}`,
    siteKey: `signin-fail-site:${siteKeyOf(address)}`,
    pairKey: `signin-pair:${address}:${phoneHash.toString('base64url').slice(0, 22)}`,
    phonesKey: `signin-phones:${address}`,
  };
}

/** Explains why an attempt was not counted. A separate query spares counted attempts the cost. */
export async function explainRefusal(
  { sql, config }: Platform,
  { address, proof }: PasswordAttempt,
  {
    phoneHash,
    signInAddressTenMinutes,
  }: { readonly phoneHash: Buffer; readonly signInAddressTenMinutes: number },
): Promise<Refusal> {
  const { failuresKey, pairKey, phonesKey } = keysOf(phoneHash, address);
  const [row] = await sql<AttemptFacts[]>`
    select
      coalesce(t.failures, 0) as failures,
      coalesce(ceil(extract(epoch from h.blocked_until - now())), 0)::int as wait,
      coalesce(f.points, 0) as "addressPoints",
      p.key is null as "isNewPair",
      coalesce(d.points, 0) as phones,
      coalesce(ceil(extract(epoch from d.expires_at - now())), 1)::int as "phonesWait"
    from (values (1)) as one
      left join password_throttles t on t.phone_hash = ${phoneHash}
        and (t.failures >= ${failuresBeforeCode} or t.last_failure_at > now() - make_interval(secs => ${forgetAfterSeconds}))
      left join password_failures h on h.phone_hash = ${phoneHash} and h.address = ${address}
        and h.blocked_until > now()
      left join counters f on f.key = ${failuresKey} and f.expires_at > now()
      left join counters p on p.key = ${pairKey} and p.expires_at > now()
      left join counters d on d.key = ${phonesKey} and d.expires_at > now()`;
  if (!row) throw new Error('the facts about an attempt were not one row');
  const { signInPhonesAddressHour } = config;
  return decideRefusal(row, proof, { signInAddressTenMinutes, signInPhonesAddressHour });
}
