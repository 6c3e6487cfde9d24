/** The reason for a failed sign-in. Codes are stable, but messages are for developers and may change. */
export type VidSsoErrorCode =
  | 'POPUP_BLOCKED'
  | 'POPUP_CLOSED'
  | 'TIMEOUT'
  | 'STATE_MISMATCH'
  | 'ISSUER_MISMATCH'
  | 'NO_VERIFIER'
  | 'UNSUPPORTED'
  | 'REFUSED';

export class VidSsoError extends Error {
  readonly code: VidSsoErrorCode;
  /** VID's error code for REFUSED, such as SSO_FORBIDDEN. */
  readonly reason: string | undefined;
  constructor(code: VidSsoErrorCode, message: string, reason?: string) {
    super(message);
    this.name = 'VidSsoError';
    this.code = code;
    this.reason = reason;
  }
}
