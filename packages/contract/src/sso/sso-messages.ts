export type SsoMessageCode = 'SSO_LOADED' | 'SSO_SUCCESS' | 'SSO_ERROR';

/** `sso-` and base64 of UTF-8 JSON `{code, message}`. Encoded as bytes, because `btoa` throws on Vietnamese text (W4). */
export function encodeSsoMessage(code: SsoMessageCode, message: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ code, message }));
  return `sso-${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}
