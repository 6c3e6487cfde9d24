import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Sql } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import { hashId } from '#oidc/store/rows.ts';

/** Seconds that each `slow_down` adds to the polling interval (RFC 8628 section 3.5). */
const stepSeconds = 5;
/** Tolerance for variable network delays, which can make a device seem too early. */
const jitterSeconds = 1;

type TokenRequest = Pick<KoaContextWithOIDC, 'path' | 'body'> & {
  readonly oidc?: KoaContextWithOIDC['oidc'];
};

/** Responds with `slow_down` to a device that polls too early, because oidc-provider never does. */
export async function slowDownPolling(sql: Sql, keys: Keys, ctx: TokenRequest): Promise<void> {
  if (Object(ctx.body).error !== 'authorization_pending') return;
  const deviceCode = ctx.oidc?.params?.['device_code'];
  if (typeof deviceCode !== 'string' || !(await isTooEarly(sql, hashId(keys, 'DeviceCode', deviceCode))))
    return;
  ctx.body = { error: 'slow_down', error_description: `wait ${stepSeconds} seconds longer between requests` };
}

/**
 * Returns whether the poll came too early, and stores its time. The row lock keeps parallel polls from all
 * passing.
 */
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
