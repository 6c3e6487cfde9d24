import { captchaToken, type Visitor } from '../../load/jobs.ts';
import { loadBrowser } from '../../load/requests.ts';
import { withConnection } from '../processes/postgres.ts';
import { hashSecret } from '../seed.ts';
import type { World } from '../world.ts';

/** Captcha tokens per second of a visitor's job. */
const signInsPerSecond = 200;

let created = 0;

/**
 * Creates signed-out browsers, each with enough captcha tokens for the given seconds. The tokens are inserted into the
 * database, because captchas are measured separately. A browser's client token is valid for five minutes, so each job
 * needs new browsers.
 */
export async function makeVisitors(
  world: World,
  options: { readonly count: number; readonly seconds: number; readonly origin?: string },
): Promise<Visitor[]> {
  const captchaTokens = Math.ceil(options.seconds * signInsPerSecond);
  return withConnection(world.database.target, (sql) =>
    Promise.all(
      Array.from({ length: options.count }, async () => {
        const browser = await loadBrowser(options.origin ?? world.server.origin);
        created += 1;
        const prefix = `v${created}-`;
        // This statement must produce the same tokens as `captchaToken`.
        const width = captchaToken(prefix, 0).length - prefix.length;
        await sql`
          insert into captcha_tokens (token_hash, pre_session_hash, purpose, expires_at)
          select sha256(convert_to(${prefix}::text || lpad(i::text, ${width}::int, '0'), 'UTF8')),
            ${hashSecret(`pre:${browser.preSessionId}`)}, 'otp', now() + interval '1 hour'
          from generate_series(0, ${captchaTokens - 1}::int) as i`;
        return { headers: browser.headers, captchaTokenPrefix: prefix, captchaTokens };
      }),
    ),
  );
}
