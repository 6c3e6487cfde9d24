/** Why a sign-in did not come to an end; `code` is stable, the message is for developers. */
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
  /** With REFUSED: the code VID gave, such as SSO_FORBIDDEN. */
  readonly reason: string | undefined;
  constructor(code: VidSsoErrorCode, message: string, reason?: string) {
    super(message);
    this.name = 'VidSsoError';
    this.code = code;
    this.reason = reason;
  }
}
