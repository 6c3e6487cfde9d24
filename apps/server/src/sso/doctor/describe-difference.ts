/** Describes how an address differs from a registered one. */
export function describeDifference(given: string, registered: string): string {
  const it = 'the redirect address';
  if (given === registered) return `${it} is the registered one`;
  if (given.trim() === registered) return `${it} has spaces or line breaks around it`;
  if (`${given}/` === registered || given === `${registered}/`)
    return `${it} differs from the registered one by its trailing slash`;
  if (decodes(given) === registered) return `${it} is encoded twice`;
  const a = URL.parse(given);
  const b = URL.parse(registered);
  if (!a || !b) return `${it} is not a valid address`;
  if (a.href === b.href)
    return `${it} is equivalent to the registered one but not identical, character by character`;
  if (a.protocol !== b.protocol && a.href.slice(a.protocol.length) === b.href.slice(b.protocol.length))
    return `${it} differs from the registered one by ${a.protocol.slice(0, -1)} instead of ${b.protocol.slice(0, -1)}`;
  if (a.hostname !== b.hostname) {
    if (`www.${a.hostname}` === b.hostname || a.hostname === `www.${b.hostname}`)
      return `${it} differs from the registered one by “www.”`;
    return `${it} is at ${a.hostname}, the registered one at ${b.hostname}`;
  }
  if (a.port !== b.port)
    return `${it} differs from the registered one by its port (${a.port || 'none'} instead of ${b.port || 'none'})`;
  if (a.pathname.toLowerCase() === b.pathname.toLowerCase() && a.pathname !== b.pathname)
    return `${it} differs from the registered one in upper and lower case`;
  if (a.pathname !== b.pathname)
    return `${it} differs from the registered one by its path (${a.pathname} instead of ${b.pathname})`;
  if (a.search !== b.search)
    return `${it} differs from the registered one by what follows “?” (use state or additionParams for such data)`;
  return `${it} differs from the registered one by what follows “#”`;
}

function decodes(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
