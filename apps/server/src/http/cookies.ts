import type { FastifyReply, FastifyRequest } from 'fastify';

/** Life of the pre-session and flow cookies in seconds. */
export const preSessionSeconds = 1_800;

export type CookieName = 'vid_sid' | 'vid_pre' | 'vid_flow';

/** Reads and writes VID's own cookies. With an https address they are `__Host-` cookies (RFC 6265bis section 4.1.3.2). */
export type Cookies = {
  read(request: FastifyRequest, name: CookieName): string | undefined;
  /** Without `maxAgeSeconds` the cookie ends with the browser session. */
  write(reply: FastifyReply, name: CookieName, value: string, maxAgeSeconds?: number): void;
  clear(reply: FastifyReply, name: CookieName): void;
};

export function createCookies(isSecure: boolean): Cookies {
  const prefix = isSecure ? '__Host-' : '';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    read(request, name) {
      const header = request.headers.cookie;
      return header === undefined ? undefined : findCookie(header, prefix + name);
    },
    write(reply, name, value, maxAgeSeconds) {
      const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
      reply.header('set-cookie', `${prefix}${name}=${value}; ${attributes}${age}`);
    },
    clear(reply, name) {
      reply.header('set-cookie', `${prefix}${name}=; ${attributes}; Max-Age=0`);
    },
  };
}

/** A cookie that a page of ours has set, such as the chosen language; no credential. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const header = request.headers.cookie;
  return header === undefined ? undefined : findCookie(header, name);
}

/** Our values are base64url, so no decoding is needed; of two cookies of one name the first counts (RFC 6265 section 5.4). */
function findCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const split = pair.indexOf('=');
    if (split > 0 && pair.slice(0, split).trim() === name) return pair.slice(split + 1).trim();
  }
  return undefined;
}
