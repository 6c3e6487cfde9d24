import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '#platform/platform.ts';
import { knownDevicePolicy } from './known-device.policy.ts';

export type DeviceToken = { readonly token: string; readonly hash: string };

const shape = /^[\w-]{43}$/u;
const separator = '.';

/**
 * Reads and writes the cookie with one random token for each of the last `accountsPerBrowser` accounts that the
 * browser has signed in to, the latest last. A token grants no access. It selects the browser's own failure
 * counts, and can make the authenticator code and the notice of a new device unnecessary.
 */
export function createDeviceCookie({ cookies, keys }: Platform) {
  const toToken = (token: string): DeviceToken => ({ token, hash: keys.hashSecret(token).toString('hex') });
  return {
    toToken,

    read(request: FastifyRequest): readonly DeviceToken[] {
      const value = cookies.read(request, 'vid_dev') ?? '';
      const tokens = value.split(separator).filter((token) => shape.test(token));
      return tokens.slice(-knownDevicePolicy.accountsPerBrowser).map(toToken);
    },

    write(reply: FastifyReply, sent: readonly DeviceToken[], used: DeviceToken): void {
      const others = sent.filter(({ hash }) => hash !== used.hash);
      const tokens = [...others, used].slice(-knownDevicePolicy.accountsPerBrowser);
      const value = tokens.map(({ token }) => token).join(separator);
      cookies.write(reply, 'vid_dev', value, knownDevicePolicy.lifeSeconds);
    },
  };
}
