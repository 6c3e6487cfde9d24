import type { AddressDifference } from '@vid/contract/sso/attempts';

export function differenceOf(given: string, registered: string): AddressDifference | undefined {
  if (given === registered) return undefined;
  if (given.trim() === registered) return 'spaces';
  if (`${given}/` === registered || given === `${registered}/`) return 'slash';
  if (decodes(given) === registered) return 'encodedTwice';
  const a = URL.parse(given);
  const b = URL.parse(registered);
  if (!a || !b) return 'invalid';
  if (a.href === b.href) return 'spelling';
  if (a.protocol !== b.protocol && a.href.slice(a.protocol.length) === b.href.slice(b.protocol.length))
    return 'scheme';
  if (a.hostname !== b.hostname)
    return `www.${a.hostname}` === b.hostname || a.hostname === `www.${b.hostname}` ? 'www' : 'host';
  if (a.port !== b.port) return 'port';
  if (a.pathname !== b.pathname)
    return a.pathname.toLowerCase() === b.pathname.toLowerCase() ? 'case' : 'path';
  return a.search === b.search ? 'fragment' : 'query';
}

function decodes(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
