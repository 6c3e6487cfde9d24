/** A message from VID to its opener, sent as `sso-` and the base64 of this object's UTF-8 JSON. */
export type SsoMessage = {
  readonly code: 'SSO_LOADED' | 'SSO_SUCCESS' | 'SSO_ERROR';
  readonly message: unknown;
};

/** Parses a message of VID. Returns undefined for any other message, because other scripts post messages too. */
export function readSsoMessage(data: unknown): SsoMessage | undefined {
  if (typeof data !== 'string' || !data.startsWith('sso-') || data.length > 20_000) return undefined;
  try {
    const bytes = Uint8Array.from(atob(data.slice(4)), (character) => character.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const { code, message }: { code?: unknown; message?: unknown } = Object(JSON.parse(text));
    if (code !== 'SSO_LOADED' && code !== 'SSO_SUCCESS' && code !== 'SSO_ERROR') return undefined;
    return { code, message };
  } catch {
    return undefined;
  }
}
