import { isLoopback } from '#config/config.ts';

/** What a logo may weigh: it goes along with every answer that names the application. */
export const logoBytes = 32 * 1024;
const fetchTimeoutMs = 5_000;

export type LogoProblem = 'address' | 'unreachable' | 'too-large' | 'no-picture';
export type LogoVerdict = { readonly logo: string } | { readonly problem: LogoProblem };

/**
 * An application's logo as it is kept and shown: the picture itself, as a data address. It is fetched once, when it
 * is registered, so that no page of ours loads anything from the application's host (sso/README.md).
 */
export async function fetchLogo(
  address: string,
  { allowsLoopback }: { readonly allowsLoopback: boolean },
): Promise<LogoVerdict> {
  const url = URL.parse(address);
  const isPlain = allowsLoopback && url?.protocol === 'http:' && isLoopback(url.hostname);
  if (!url || (url.protocol !== 'https:' && !isPlain)) return { problem: 'address' };
  try {
    // No redirect is followed: what was registered is what is asked.
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(fetchTimeoutMs) });
    if (!answer.ok) {
      await answer.body?.cancel();
      return { problem: 'unreachable' };
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.length;
      // Leaving the loop cancels the rest.
      if (size > logoBytes) return { problem: 'too-large' };
      chunks.push(chunk);
    }
    return toLogo(Buffer.concat(chunks));
  } catch {
    return { problem: 'unreachable' };
  }
}

/** The kind is what the bytes say, whatever their server calls them; an SVG in an `<img>` runs no scripts. */
export function toLogo(bytes: Buffer): LogoVerdict {
  if (bytes.length > logoBytes) return { problem: 'too-large' };
  const type = typeOf(bytes);
  if (type === undefined) return { problem: 'no-picture' };
  return { logo: `data:image/${type};base64,${bytes.toString('base64')}` };
}

function typeOf(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 12).toString('latin1');
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp';
  const text = bytes.toString('utf8').replaceAll(/<!--.*?-->/gsu, '');
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/iu.test(text)
    ? 'svg+xml'
    : undefined;
}
