export type SsoMessageCode = 'SSO_LOADED' | 'SSO_SUCCESS' | 'SSO_ERROR';

/**
 * Returns `sso-` and the base64 of the UTF-8 JSON `{code, message}`. Bytes are encoded, because `btoa` throws on
 * Vietnamese text (W4).
 */
export function encodeSsoMessage(code: SsoMessageCode, message: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ code, message }));
  return `sso-${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}
