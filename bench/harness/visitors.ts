import { captchaToken, type Visitor } from '../load/jobs.ts';
import { loadBrowser } from '../load/requests.ts';
import { withConnection } from './postgres.ts';
import type { Bench, World } from './world.ts';

/** More cycles in a second than one connection can make. */
const cyclesPerSecond = 400;

let made = 0;

/**
 * Signed-out browsers with captcha tokens put straight into the database, bound to their pre-sessions: the
 * captcha is measured apart. The client token lives for five minutes, so each job gets new ones.
 */
export async function makeVisitors(
  bench: Bench,
  world: World,
  options: { readonly count: number; readonly seconds: number },
): Promise<Visitor[]> {
  const captchaTokens = Math.ceil(options.seconds * cyclesPerSecond);
  return withConnection(world.database.target, (sql) =>
    Promise.all(
      Array.from({ length: options.count }, async () => {
        const browser = await loadBrowser(world.server.origin);
        made += 1;
        const prefix = `v${made}-`;
        // The same text as `captchaToken` makes.
        const width = captchaToken(prefix, 0).length - prefix.length;
        await sql`
          insert into captcha_tokens (token_hash, pre_session_hash, purpose, expires_at)
          select sha256(convert_to(${prefix}::text || lpad(i::text, ${width}::int, '0'), 'UTF8')),
            ${bench.keys.hashSecret(`pre:${browser.preSessionId}`)}, 'otp', now() + interval '1 hour'
          from generate_series(0, ${captchaTokens - 1}::int) as i`;
        return { headers: browser.headers, captchaTokenPrefix: prefix, captchaTokens };
      }),
    ),
  );
}
