import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import { preSessionSeconds, type Cookies } from './cookies.ts';

/**
 * `hash` binds captchas, codes and tokens to a signed-out browser, so that another browser cannot use them.
 */
export type PreSession = { readonly id: string; readonly hash: Buffer };

/**
 * Creates pre-sessions, which need no table: the cookie is `<43 random characters>.<expiry in base
 * 36>.<mac>`, and the rows of captchas, codes and tokens contain the hash of its id.
 */
export function createPreSessions(cookies: Cookies, keys: Keys, now: () => number = Date.now) {
  const mac = (text: string): string => keys.pepper('pre-session', text).toString('base64url').slice(0, 22);
  const toPreSession = (id: string): PreSession => ({ id, hash: keys.hashSecret(`pre:${id}`) });
  const make = (): PreSession => toPreSession(newSecret());

  const send = (reply: FastifyReply, preSession: PreSession): PreSession => {
    const body = `${preSession.id}.${Math.floor(now() / 1000 + preSessionSeconds).toString(36)}`;
    cookies.write(reply, 'vid_pre', `${body}.${mac(body)}`, preSessionSeconds);
    return preSession;
  };

  const parse = (value: string | undefined): { id: string; expiresAt: number } | undefined => {
    if (value === undefined || value.length > 128) return undefined;
    const [id, expiry, tag, ...rest] = value.split('.');
    if (id?.length !== 43 || !expiry || tag?.length !== 22 || rest.length > 0) return undefined;
    const expected = mac(`${id}.${expiry}`);
    if (!timingSafeEqual(Buffer.from(tag, 'latin1'), Buffer.from(expected, 'latin1'))) return undefined;
    const expiresAt = Number.parseInt(expiry, 36);
    return expiresAt > now() / 1000 ? { id, expiresAt } : undefined;
  };

  return {
    find(request: FastifyRequest): PreSession | undefined {
      const found = parse(cookies.read(request, 'vid_pre'));
      return found && toPreSession(found.id);
    },
    ensure(request: FastifyRequest, reply: FastifyReply): PreSession {
      const found = parse(cookies.read(request, 'vid_pre'));
      if (!found) return send(reply, make());
      // Renew the cookie in the second half of its lifetime, so that a slow user does not lose the flow
      // midway.
      if (found.expiresAt - now() / 1000 < preSessionSeconds / 2) return send(reply, toPreSession(found.id));
      return toPreSession(found.id);
    },
    /**
     * Creates a pre-session without sending it. Nothing bound to the old pre-session applies to the new one
     * unless it is copied (session fixation).
     */
    make,
    send,
  };
}

export type PreSessions = ReturnType<typeof createPreSessions>;
