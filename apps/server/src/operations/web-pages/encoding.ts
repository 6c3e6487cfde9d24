import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Negotiates the encoding (RFC 9110 section 12.5.3), preferring brotli to gzip. */
export function negotiateEncoding(
  header: string | undefined,
  available: { readonly br: boolean; readonly gzip: boolean },
): Encoding {
  if (header === undefined) return 'identity';
  const accepted = new Map(
    header
      .slice(0, 200)
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
        const weight = parameters.find((word) => word.startsWith('q='));
        return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
      }),
  );
  const accepts = (name: string): boolean => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0;
  if (available.br && accepts('br')) return 'br';
  return available.gzip && accepts('gzip') ? 'gzip' : 'identity';
}

/**
 * Compresses a page at each request, because the nonce changes. BREACH does not apply, because the page does
 * not mix secrets with the caller's input.
 */
export function compressPage(html: string, encoding: Encoding): string | Buffer {
  if (encoding === 'br') {
    return brotliCompressSync(html, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    });
  }
  return encoding === 'gzip' ? gzipSync(html, { level: 4 }) : html;
}
