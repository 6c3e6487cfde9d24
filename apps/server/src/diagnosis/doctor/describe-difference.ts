import { differenceOf } from './difference.ts';

export function describeDifference(given: string, registered: string): string {
  const it = 'the redirect URI';
  const differs = `${it} differs from the registered one`;
  const a = URL.parse(given);
  const b = URL.parse(registered);
  const difference = differenceOf(given, registered);
  switch (difference) {
    case undefined:
      return `${it} is the registered one`;
    case 'spaces':
      return `${it} has spaces or line breaks around it`;
    case 'slash':
      return `${differs} by its trailing slash`;
    case 'encodedTwice':
      return `${it} is encoded twice`;
    case 'invalid':
      return `${it} is not a valid address`;
    case 'spelling':
      return `${it} is equivalent to the registered one but not identical, character by character`;
    case 'scheme':
      return `${differs} by ${a?.protocol.slice(0, -1)} instead of ${b?.protocol.slice(0, -1)}`;
    case 'www':
      return `${differs} by “www.”`;
    case 'host':
      return `${it} is at ${a?.hostname}, the registered one at ${b?.hostname}`;
    case 'port':
      return `${differs} by its port (${a?.port || 'none'} instead of ${b?.port || 'none'})`;
    case 'case':
      return `${differs} in upper and lower case`;
    case 'path':
      return `${differs} by its path (${a?.pathname} instead of ${b?.pathname})`;
    case 'query':
      return `${differs} by what follows “?” (use state or additionParams for such data)`;
    case 'fragment':
      return `${differs} by what follows “#”`;
    default:
      return difference satisfies never;
  }
}
