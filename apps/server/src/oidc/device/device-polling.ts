import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Sql } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import { hashId } from '#oidc/store/rows.ts';

/**
 * Seconds that every `slow_down` adds to the interval, for this and all later requests (RFC 8628 section
 * 3.5).
 */
const stepSeconds = 5;
/**
 * Tolerance for network delays, because of which a device that waits for the interval may still seem early.
 */
const jitterSeconds = 1;

type TokenRequest = Pick<KoaContextWithOIDC, 'path' | 'body'> & {
  readonly oidc?: KoaContextWithOIDC['oidc'];
};

/**
 * Answers a device that polls before its interval has passed with `slow_down`, which the library never sends.
 */
export async function slowDownPolling(sql: Sql, keys: Keys, ctx: TokenRequest): Promise<void> {
  if (Object(ctx.body).error !== 'authorization_pending') return;
  const deviceCode = ctx.oidc?.params?.['device_code'];
  if (typeof deviceCode !== 'string' || !(await isTooEarly(sql, hashId(keys, 'DeviceCode', deviceCode))))
    return;
  ctx.body = { error: 'slow_down', error_description: `wait ${stepSeconds} seconds longer between requests` };
}

/** Returns whether the request came too early. The row lock keeps parallel requests from both passing. */
async function isTooEarly(sql: Sql, idHash: Buffer): Promise<boolean> {
  return sql.begin(async (tx) => {
    const [code] = await tx<{ isEarly: boolean | null }[]>`
      select polled_at > now() - make_interval(secs => poll_seconds - ${jitterSeconds}::int) as is_early
      from oidc_device_codes where id_hash = ${idHash} for update`;
    const isEarly = code?.isEarly === true;
    await tx`
      update oidc_device_codes set polled_at = now(), poll_seconds = poll_seconds + ${isEarly ? stepSeconds : 0}::int
      where id_hash = ${idHash}`;
    return isEarly;
  });
}
