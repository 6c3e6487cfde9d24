/** A message from VID to its opener: `sso-` and the base64 of the UTF-8 JSON `{code, message}`. */
export type SsoMessage = {
  readonly code: 'SSO_LOADED' | 'SSO_SUCCESS' | 'SSO_ERROR';
  readonly message: unknown;
};

/** Parses a message. Returns undefined for anything else, because other scripts post messages too. */
export function readSsoMessage(data: unknown): SsoMessage | undefined {
  if (typeof data !== 'string' || !data.startsWith('sso-') || data.length > 20_000) return undefined;
  try {
    const bytes = Uint8Array.from(atob(data.slice(4)), (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value !== 'object' || value === null || !('code' in value)) return undefined;
    const { code } = value;
    if (code !== 'SSO_LOADED' && code !== 'SSO_SUCCESS' && code !== 'SSO_ERROR') return undefined;
    return { code, message: 'message' in value ? value.message : undefined };
  } catch {
    return undefined;
  }
}
