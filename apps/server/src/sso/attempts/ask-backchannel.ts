import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

const timeoutMs = 5_000;

export type BackchannelAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly date: string | undefined }
  | { readonly kind: 'private' }
  | { readonly kind: 'unreachable'; readonly code: string };

class PrivateAddress extends Error {}

/** Whether a network address is on the internet, and not in a private, local or reserved range. */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** Resolves names, and refuses one with a private address. The connection uses the address that was checked. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error) callback(error, '', 0);
    else if (!first || addresses.some(({ address }) => !isPublic(address)))
      callback(new PrivateAddress('the host has a private address'), '', 0);
    else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/**
 * Posts an invalid logout token, which a correct application refuses. Follows no redirect and reads no body. Never
 * connects to a private address unless `allowsPrivate`.
 */
export function askBackchannel(address: string, allowsPrivate: boolean): Promise<BackchannelAnswer> {
  const url = new URL(address);
  // An address in place of a name is not resolved.
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  if (!allowsPrivate && ipaddr.isValid(host) && !isPublic(host)) return Promise.resolve({ kind: 'private' });
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const body = 'logout_token=check';
  return new Promise((settle) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      settle(
        error instanceof PrivateAddress
          ? { kind: 'private' }
          : { kind: 'unreachable', code: error.code ?? error.name },
      );
    const call = send(
      url,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': body.length,
        },
        signal: AbortSignal.timeout(timeoutMs),
        agent: false,
        ...(allowsPrivate ? {} : { lookup: publicLookup }),
      },
      (answer) => {
        answer.destroy();
        settle({ kind: 'answer', status: answer.statusCode ?? 0, date: answer.headers.date });
      },
    );
    call.on('error', fail);
    call.end(body);
  });
}
