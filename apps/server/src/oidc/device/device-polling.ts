import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Sql } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import { hashId } from '#oidc/store/rows.ts';

/** Added to the interval with every `slow_down`, for this and all later requests (RFC 8628 section 3.5). */
const stepSeconds = 5;
/** A device that waits for the interval may still seem early, because network delays vary. */
const jitterSeconds = 1;

type TokenRequest = Pick<KoaContextWithOIDC, 'path' | 'body'> & {
  readonly oidc?: KoaContextWithOIDC['oidc'];
};

/** Answers `slow_down` to a device that asks again before its interval is over. The library never does. */
export async function slowDownPolling(sql: Sql, keys: Keys, ctx: TokenRequest): Promise<void> {
  if (Object(ctx.body).error !== 'authorization_pending') return;
  const deviceCode = ctx.oidc?.params?.['device_code'];
  if (typeof deviceCode !== 'string' || !(await isTooEarly(sql, hashId(keys, 'DeviceCode', deviceCode))))
    return;
  ctx.body = { error: 'slow_down', error_description: `wait ${stepSeconds} seconds longer between requests` };
}

/** Records the request in one statement, so that parallel requests cannot pass together. */
async function isTooEarly(sql: Sql, idHash: Buffer): Promise<boolean> {
  const [polled] = await sql<{ isEarly: boolean }[]>`
    with polled as (
      select id_hash,
        coalesce(polled_at > now() - make_interval(secs => poll_seconds - ${jitterSeconds}::int), false) as is_early
      from oidc_device_codes where id_hash = ${idHash} for update
    )
    update oidc_device_codes c set polled_at = now(),
      poll_seconds = c.poll_seconds + case when p.is_early then ${stepSeconds}::int else 0 end
    from polled p where c.id_hash = p.id_hash
    returning p.is_early`;
  return polled?.isEarly === true;
}
