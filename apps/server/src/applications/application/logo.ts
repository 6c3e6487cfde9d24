import { isLoopback } from '#config/loopback.ts';

/** Maximum size of a logo, which responses contain as a data URL. */
export const logoBytes = 32 * 1024;
const fetchTimeoutMs = 5_000;

export type LogoProblem = 'address' | 'unreachable' | 'too-large' | 'no-picture';
export type LogoVerdict = { readonly logo: string } | { readonly problem: LogoProblem };

/**
 * Returns the logo as a data URL, or the problem with it. The logo is fetched once, when it is set, so that
 * VID's pages load nothing from the application's host.
 */
export async function fetchLogo(
  address: string,
  { allowsLoopback }: { readonly allowsLoopback: boolean },
): Promise<LogoVerdict> {
  const url = URL.parse(address);
  const isPlain = allowsLoopback && url?.protocol === 'http:' && isLoopback(url.hostname);
  if (!url || (url.protocol !== 'https:' && !isPlain)) return { problem: 'address' };
  try {
    // Reject redirects, so that only the given URL is requested.
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(fetchTimeoutMs) });
    if (!answer.ok) {
      await answer.body?.cancel();
      return { problem: 'unreachable' };
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.length;
      // Leaving the loop cancels the download.
      if (size > logoBytes) return { problem: 'too-large' };
      chunks.push(chunk);
    }
    return toLogo(Buffer.concat(chunks));
  } catch {
    return { problem: 'unreachable' };
  }
}

/**
 * Returns the logo as a data URL. Detects its type from the bytes, ignoring the server's header. SVG is safe
 * here, because an SVG in an `<img>` runs no scripts.
 */
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
