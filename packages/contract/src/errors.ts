/**
 * The closed registry of error codes. `message` of every error response is one of these keys. `forcesLogout` marks the
 * three codes that make a browser drop its session (specification, clause 8).
 */
export const errorRegistry = {
  VALIDATION_FAILED: { status: 400 },
  MALFORMED_REQUEST: { status: 400 },
  NOT_FOUND: { status: 404 },
  METHOD_NOT_ALLOWED: { status: 405 },
  PAYLOAD_TOO_LARGE: { status: 413 },
  REQUEST_TIMEOUT: { status: 408 },
  URI_TOO_LONG: { status: 414 },
  HEADERS_TOO_LARGE: { status: 431 },
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  MISDIRECTED_REQUEST: { status: 421 },
  CSRF: { status: 403 },
  RATE_LIMITED: { status: 429 },
  BUSY: { status: 503 },
  UNAVAILABLE: { status: 503 },
  INTERNAL: { status: 500 },
  TOKEN_MISSING: { status: 401, forcesLogout: true },
  TOKEN_INVALID: { status: 401, forcesLogout: true },
  UNKNOWN_VALIDATING_EXCEPTION: { status: 401, forcesLogout: true },
  FORBIDDEN: { status: 403 },
  SESSION_NOT_FOUND: { status: 404 },
  ACCESS_TOKEN_INVALID: { status: 401 },
  INSUFFICIENT_SCOPE: { status: 403 },
  // A sensitive change needs a recent re-authentication by POST /vid/ajax/auth/reauthenticate.
  REAUTHENTICATION_REQUIRED: { status: 403 },
  PHONE_INVALID: { status: 400 },
  PHONE_UNSUPPORTED: { status: 400 },
  ACCOUNT_EXISTS: { status: 409 },
  ACCOUNT_NOT_FOUND: { status: 404 },
  ACCOUNT_LOCKED: { status: 403 },
  // Administration
  // Administrators cannot lock or demote their own account, nor the last administrator.
  OWN_ACCOUNT: { status: 409 },
  LAST_ADMIN: { status: 409 },
  PARAMS_CHANGED: { status: 409 },
  // The record that an administrator decides on has changed since it was read.
  RECORD_CHANGED: { status: 409 },
  CONTRAST_TOO_LOW: { status: 400 },
  // The change needs a password, which the account does not have.
  NO_PASSWORD: { status: 409 },
  // The account already has the role to grant, or does not have the role to withdraw.
  ROLE_UNCHANGED: { status: 409 },
  // APPROVAL_EXISTS: the same change already waits for a second administrator. APPROVAL_OWN: administrators cannot
  // confirm their own requests. APPROVAL_CLOSED: the approval expired or was decided.
  APPROVAL_EXISTS: { status: 409 },
  APPROVAL_OWN: { status: 409 },
  APPROVAL_CLOSED: { status: 409 },
  // IMPORT_STATE: the status of the import does not allow the call. IMPORT_UNREADABLE: the file cannot be read.
  IMPORT_STATE: { status: 409 },
  IMPORT_UNREADABLE: { status: 400 },
  // An administrator may run one export at a time and keep few files.
  EXPORT_LIMIT: { status: 409 },
  ROLE_EXISTS: { status: 409 },
  ROLE_IN_USE: { status: 409 },
  ROLE_NOT_FOUND: { status: 409 },
  ROLE_LIMIT: { status: 409 },
  CLIENT_LIMIT: { status: 409 },
  MANAGER_LIMIT: { status: 409 },
  // An application or the association has the maximum number of webhooks.
  WEBHOOK_LIMIT: { status: 409 },
  CAPTCHA_REQUIRED: { status: 400 },
  CAPTCHA_INVALID: { status: 400 },
  CAPTCHA_RATE: { status: 429 },
  OTP_INVALID: { status: 400 },
  OTP_LOCKED: { status: 429 },
  OTP_RATE: { status: 429 },
  OTP_TOKEN_INVALID: { status: 400 },
  OTP_REQUIRED: { status: 403 },
  SMS_UNAVAILABLE: { status: 503 },
  QR_NOT_FOUND: { status: 404 },
  QR_EXPIRED: { status: 400 },
  QR_NOT_APPROVED: { status: 400 },
  // The request was approved, denied or used before.
  QR_DECIDED: { status: 400 },
  QR_NUMBER_WRONG: { status: 400 },
  // Another member scanned the code first.
  QR_FORBIDDEN: { status: 403 },
  AUTH_FAILED: { status: 401 },
  AUTH_THROTTLED: { status: 429 },
  PASSWORD_POLICY: { status: 400 },
  PASSWORD_COMMON: { status: 400 },
  PASSWORD_CONTAINS_PHONE: { status: 400 },
  PASSWORD_REUSED: { status: 400 },
  CURRENT_PASSWORD_WRONG: { status: 400 },
  RESET_BY_OPERATOR: { status: 403 },
  RESET_BY_MEMBER: { status: 403 },
  // The proof is correct, but the account needs a second factor; `details.missing` is `code` or `password`.
  SECOND_FACTOR_REQUIRED: { status: 403 },
  // The proof is correct, but only a passkey completes the sign-in of an administrator who has a passkey and no
  // authenticator app.
  PASSKEY_REQUIRED: { status: 403 },
  MFA_TOKEN_INVALID: { status: 400 },
  TWO_STEP_CODE_INVALID: { status: 400 },
  TWO_STEP_THROTTLED: { status: 429 },
  TWO_STEP_SETUP_EXPIRED: { status: 400 },
  TWO_STEP_OFF: { status: 409 },
  // An administrator has neither an authenticator app nor a passkey, or would have neither after the change.
  TWO_STEP_SETUP_REQUIRED: { status: 403 },
  TWO_STEP_REQUIRED: { status: 403 },
  SOCIAL_INVALID: { status: 401 },
  SOCIAL_UNAVAILABLE: { status: 503 },
  SOCIAL_DISABLED: { status: 403 },
  SOCIAL_SIGN_UP_EXPIRED: { status: 400 },
  // The identity belongs to another account, or the account has another identity of the provider.
  SOCIAL_TAKEN: { status: 409 },
  SOCIAL_NOT_LINKED: { status: 404 },
  PASSKEY_INVALID: { status: 400 },
  PASSKEY_UNKNOWN: { status: 400 },
  PASSKEY_EXISTS: { status: 409 },
  PASSKEY_LIMIT: { status: 409 },
  PASSKEY_NOT_FOUND: { status: 404 },
  // A passkey added after a sign-in by one-time code can sign in at once, but can confirm sensitive changes only later.
  PASSKEY_ON_HOLD: { status: 403 },
  LAST_CREDENTIAL: { status: 409 },
  NOTICE_LINK_INVALID: { status: 400 },
  RECOVERY_LINK_INVALID: { status: 400 },
  RECOVERY_CODE_INVALID: { status: 400 },
  // The account needs more proof than a code sent to its phone; `details.reason` is `dormant` or `locked`.
  RECOVERY_REQUIRED: { status: 403 },
  RECOVERY_NOT_NEEDED: { status: 409 },
  // The owner has stopped too many recoveries, or a recovery is already open.
  RECOVERY_STOPPED: { status: 409 },
  // Account recovery needs a mail server, and none is configured.
  RECOVERY_UNAVAILABLE: { status: 404 },
  TERMS_NOT_ACCEPTED: { status: 400 },
  REFERRAL_INVALID: { status: 400 },
  TAX_CODE_INVALID: { status: 400 },
  AVATAR_INVALID: { status: 400 },
  EMAIL_LINK_INVALID: { status: 400 },
  UNDO_LINK_INVALID: { status: 400 },
  // The account's phone was changed less than a day ago.
  CHANGE_ON_HOLD: { status: 403 },
  // Privacy
  // `details.obstacle` has the same values as in `GET /vid/api/privacy/deletion`.
  DELETION_BLOCKED: { status: 409 },
  REQUEST_LIMIT: { status: 409 },
  REDIRECT_INVALID: { status: 400 },
  SSO_INVALID_REQUEST: { status: 400 },
  SSO_NOT_READY: { status: 400 },
  SSO_REQUEST_EXPIRED: { status: 400 },
  SSO_REAUTHENTICATE: { status: 400 },
  SSO_FORBIDDEN: { status: 403 },
  CONSENT_REQUIRED: { status: 403 },
  PASSWORD_CHANGE_REQUIRED: { status: 403 },
  // The account must agree to a new version of the terms of use or the privacy policy.
  AGREEMENT_REQUIRED: { status: 403 },
  // The client requires a name, which the account does not have.
  NAME_REQUIRED: { status: 403 },
  // The client requires a confirmed e-mail address, which the account does not have.
  EMAIL_REQUIRED: { status: 403 },
  // The page showed an outdated version of a document or request, or does not say which version it showed.
  PAGE_OUTDATED: { status: 409 },
  DEVICE_CODE_INVALID: { status: 400 },
  DEVICE_CODE_RATE: { status: 429 },
} as const satisfies Record<string, { status: number; forcesLogout?: true }>;

export type ErrorCode = keyof typeof errorRegistry;

/** Whether a code makes the browser drop its session. */
export function forcesLogout(code: string): boolean {
  return code === 'TOKEN_MISSING' || code === 'TOKEN_INVALID' || code === 'UNKNOWN_VALIDATING_EXCEPTION';
}

/** Body of every error response. `error` and the texts of `fields` are in the caller's language. */
export type ErrorBody = {
  error: string;
  message: ErrorCode;
  fields?: Record<string, string>;
  /** Values a client may show, such as `attemptsLeft` or `retryAfterSeconds`. */
  details?: Record<string, number | boolean | string>;
  requestId: string;
};

/** Why a field was refused; the server turns each reason into a text of `fields`. */
export type FieldReason =
  | 'required'
  | 'format'
  | 'email'
  | 'phone'
  | 'phoneUnsupported'
  | 'tooShort'
  | 'tooLong'
  | 'unknown'
  | 'characters'
  | 'passwordPolicy'
  | 'passwordCommon'
  | 'passwordContainsPhone'
  | 'passwordReused'
  | 'referral'
  | 'mistyped'
  | 'taxCode'
  | 'samePhone'
  | 'fileEmpty'
  | 'fileFormat'
  | 'fileEncoding'
  | 'fileTooLarge'
  | 'fileRows'
  | 'fileTime'
  | 'employer'
  | 'date'
  | 'terms'
  | 'taken'
  | 'applicationCode'
  | 'applicationName'
  | 'logoAddress'
  | 'logoUnreachable'
  | 'logoTooLarge'
  | 'logoNoPicture'
  | 'clientId'
  | 'clientIdReserved'
  | 'clientMethod'
  | 'clientMachine'
  | 'clientScopes'
  | 'clientDevice'
  | 'clientKeys'
  | 'clientKeysRequired'
  | 'addressRequired'
  | 'addressForm'
  | 'addressScheme'
  | 'addressPlainHttp'
  | 'addressUserinfo'
  | 'addressFragment'
  | 'addressLoopback'
  | 'addressWildcard'
  | 'addressSpelling'
  | 'addressAnswerName'
  | 'addressPort'
  | 'addressPrivate';
