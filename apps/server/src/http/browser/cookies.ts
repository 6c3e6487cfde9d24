import { otpLimits } from '@vid/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const preSessionSeconds = 1_800;

/**
 * Cookie that marks a browser for which an OpenID Connect request waits. Pages for such a browser keep their
 * opener (`page-headers.ts`), because a popup returns its result to the opener. The cookie is not secret.
 */
export const openInteractionCookie = { name: 'vid_ix_open', path: '/vid/web' } as const;

/** Cookie that browsers send only with calls about its own interaction, so that two tabs do not interfere. */
export const interactionCookie = {
  name: 'vid_ixp',
  pathOf: (uid: string) => `/vid/api/sso/interactions/${uid}`,
} as const;

/** The language that the user chose; set by the pages. */
const languageCookieName = 'vid_lang';

export const cookieNames = [
  'vid_sid',
  'vid_pre',
  'vid_flow',
  'vid_dev',
  'vid_social',
  'vid_qr',
  'vid_recovery',
] as const;

export type CookieName = (typeof cookieNames)[number];

/**
 * Reads and writes VID's cookies. Over https, cookies with the path `/` have the prefix `__Host-` (RFC
 * 6265bis section 4.1.3.2).
 */
export function createCookies(isSecure: boolean) {
  const prefix = isSecure ? '__Host-' : '';
  /** Unlike `__Host-`, `__Secure-` allows any path. Browsers accept it only with `Secure` over https. */
  const pathPrefix = isSecure ? '__Secure-' : '';
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  return {
    nameOf: (name: CookieName): string => prefix + name,
    pathNameOf: (name: string): string => pathPrefix + name,
    readPath: (request: FastifyRequest, name: string): string | undefined =>
      request.cookies[pathPrefix + name],
    readLanguage: (request: FastifyRequest): string | undefined =>
      request.cookies[pathPrefix + languageCookieName],
    read: (request: FastifyRequest, name: CookieName): string | undefined => request.cookies[prefix + name],
    write(reply: FastifyReply, name: CookieName, value: string, maxAgeSeconds?: number): void {
      const age = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds };
      reply.setCookie(prefix + name, value, { ...attributes, ...age });
    },
    clear(reply: FastifyReply, name: CookieName): void {
      reply.setCookie(prefix + name, '', { ...attributes, maxAge: 0 });
    },
  };
}

export type Cookies = ReturnType<typeof createCookies>;

/** Value that browsers send instead of an otpToken or signUpId, so that scripts need not store a token (S8). */
const inCookie = 'cookie';

/**
 * Returns the otpToken of a call, or with `vid_social` the signUpId: from the cookie if the body says
 * `cookie`, otherwise from the body. Returns an empty string if it is missing.
 */
export function readFlowToken(
  cookies: Cookies,
  request: FastifyRequest,
  value: string,
  name: 'vid_flow' | 'vid_social' = 'vid_flow',
): string {
  return value === inCookie ? (cookies.read(request, name) ?? '') : value;
}

export function writeFlowToken(cookies: Cookies, reply: FastifyReply, token: string): void {
  cookies.write(reply, 'vid_flow', token, otpLimits.tokenTtlSeconds);
}
