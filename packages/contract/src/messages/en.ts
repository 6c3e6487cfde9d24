import type { ErrorCode, FieldReason } from '../errors.ts';

/** English text of each error code. The server fills in `{wait}`. */
export const errorTextsEn: Record<ErrorCode, string> = {
  // Transport and load
  VALIDATION_FAILED: 'Some of the information is not valid. Please check it.',
  MALFORMED_REQUEST: 'We couldn’t read the request. Please reload the page and try again.',
  NOT_FOUND: 'We couldn’t find what you asked for.',
  METHOD_NOT_ALLOWED: 'This method is not supported here.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  URI_TOO_LONG: 'The address of the request is too long.',
  HEADERS_TOO_LARGE: 'The request headers are too large.',
  REQUEST_TIMEOUT: 'The request took too long to arrive. Please check your connection and try again.',
  UNSUPPORTED_MEDIA_TYPE: 'This content type is not supported.',
  MISDIRECTED_REQUEST: 'This server does not serve the address you asked for.',
  CSRF: 'We blocked this request because it did not come from a VID page. Please reload the page and try again.',
  RATE_LIMITED: 'Too many requests. Please try again in {wait}.',
  BUSY: 'The system is busy. Please try again in a few seconds.',
  UNAVAILABLE: 'The service is temporarily unavailable. Please try again in a few minutes.',
  INTERNAL: 'An error occurred during processing. Please try again later.',
  // Session and rights
  TOKEN_MISSING: 'You are not signed in. Please sign in to continue.',
  TOKEN_INVALID: 'Your session has ended. Please sign in again.',
  UNKNOWN_VALIDATING_EXCEPTION:
    'The request could not be verified. Please reload the page and try again. Your browser must allow cookies.',
  FORBIDDEN: 'You do not have permission to view this content.',
  REAUTHENTICATION_REQUIRED: 'Please confirm that it’s you to continue.',
  ACCESS_TOKEN_INVALID: 'The access token is missing, invalid or expired.',
  INSUFFICIENT_SCOPE: 'The access token does not have the scope that this call needs.',
  SESSION_NOT_FOUND: 'This session no longer exists.',
  // Phones and accounts
  PHONE_INVALID: 'Incorrect phone number format.',
  PHONE_UNSUPPORTED: 'We can’t send a code to this number. Please use a Vietnamese mobile number.',
  ACCOUNT_EXISTS: 'Phone number has been registered.',
  ACCOUNT_NOT_FOUND: 'Phone number does not exist.',
  ACCOUNT_LOCKED: 'This account is locked. Please contact the association.',
  // Captcha
  OWN_ACCOUNT: 'Administrators cannot do this to their own account.',
  PARAMS_CHANGED: 'Another administrator has just changed this. Look at that change before you save.',
  CONTRAST_TOO_LOW: 'This colour is hard to read. Choose one with more contrast.',
  LAST_ADMIN: 'At least one administrator must be able to sign in.',
  NO_PASSWORD: 'This account has no password.',
  ROLE_UNCHANGED: 'The role of this account was changed before. Please reload the page.',
  APPROVAL_EXISTS: 'This request already waits for another administrator.',
  APPROVAL_OWN: 'You made this request, so another administrator has to confirm it.',
  APPROVAL_CLOSED: 'This request has expired or was already decided.',
  ROLE_EXISTS: 'The app already has a role with this code.',
  ROLE_IN_USE: 'People have this role. Choose another role for them before you remove it.',
  ROLE_NOT_FOUND: 'The app no longer has this role. Please reload the page and choose again.',
  CAPTCHA_REQUIRED: 'Please complete the security check to continue.',
  CAPTCHA_INVALID: 'The picture code is incorrect or has expired. Please type the one in the new picture.',
  CAPTCHA_RATE: 'Too many security checks were requested. Please try again in {wait}.',
  // One-time codes
  OTP_INVALID: 'The code is incorrect or has expired. Please check it or request a new code.',
  OTP_LOCKED: 'Too many incorrect codes. Please request a new code.',
  OTP_RATE: 'Too many codes were requested. Please try again in {wait}.',
  OTP_TOKEN_INVALID: 'Your phone number must be verified again. Please request a new code.',
  OTP_REQUIRED:
    'Too many incorrect passwords were entered for this number. Please sign in with a one-time code.',
  SMS_UNAVAILABLE: 'We couldn’t send the message. Please try again in a few minutes.',
  // QR sign-in
  QR_NOT_FOUND: 'This QR code can no longer be used. Please get a new one.',
  QR_EXPIRED: 'The QR code has expired. Please get a new one.',
  QR_NOT_APPROVED: 'This sign-in has not been approved on a phone.',
  QR_DECIDED: 'This sign-in request has already been decided. Get a new QR code if you need one.',
  QR_NUMBER_WRONG:
    'The number did not match the other screen, so we denied the sign-in to protect your account.',
  QR_FORBIDDEN: 'Another account is already deciding on this QR code.',
  // Passwords
  AUTH_FAILED: 'The phone number or password is incorrect.',
  AUTH_THROTTLED: 'Too many incorrect passwords. Please try again in {wait}, or use a one-time code.',
  PASSWORD_POLICY:
    'Password must be at least 8 characters, must contain lowercase letters, uppercase letters, numbers and special characters.',
  PASSWORD_COMMON: 'This password is too common and easy to guess. Please choose another.',
  PASSWORD_CONTAINS_PHONE: 'The password must not contain your phone number.',
  PASSWORD_REUSED: 'The new password must be different from the current one.',
  CURRENT_PASSWORD_WRONG: 'The current password is incorrect.',
  RESET_BY_OPERATOR:
    'An administrator’s password cannot be reset with a code alone. Please contact the system operator.',
  RESET_BY_MEMBER:
    'You can’t reset a member’s password. Members must reset it themselves with a one-time code.',
  SECOND_FACTOR_REQUIRED:
    'Administrators must sign in with both their password and a one-time code, or with a passkey.',
  PASSKEY_REQUIRED: 'This administrator must sign in with a passkey.',
  // Two-step sign-in
  MFA_TOKEN_INVALID: 'This step has expired. Please sign in again.',
  TWO_STEP_CODE_INVALID: 'The code is wrong or has already been used. Please check it.',
  TWO_STEP_THROTTLED:
    'Too many wrong authentication codes. Please try again in {wait}, or use a recovery code.',
  TWO_STEP_SETUP_EXPIRED: 'The QR code has expired. Please start again.',
  TWO_STEP_OFF: 'Two-step sign-in is not turned on.',
  TWO_STEP_SETUP_REQUIRED:
    'Administrators must turn on two-step sign-in or add a passkey before they can use this.',
  TWO_STEP_REQUIRED:
    'Administrators must always have an authenticator app or a passkey, so the last one cannot be removed.',
  // Social sign-in
  SOCIAL_INVALID: 'The social account could not be verified. Please try again.',
  SOCIAL_UNAVAILABLE:
    'The service you chose is not responding. Please try again in a few minutes or sign in another way.',
  SOCIAL_DISABLED: 'This way of signing in is not available.',
  SOCIAL_SIGN_UP_EXPIRED: 'This sign-up step has expired. Please start again.',
  SOCIAL_TAKEN: 'This social account, or your VID account, already has another link.',
  SOCIAL_NOT_LINKED: 'This link no longer exists.',
  // Passkeys
  PASSKEY_INVALID: 'The passkey could not be verified. Please try again or sign in another way.',
  PASSKEY_EXISTS: 'This passkey has already been added.',
  PASSKEY_LIMIT: 'Your account already has 20 passkeys. Please remove one that you no longer use.',
  PASSKEY_NOT_FOUND: 'This passkey no longer exists.',
  PASSKEY_ON_HOLD: 'This passkey is new and can’t confirm this change yet. Please use your password.',
  LAST_WAY_IN: 'This is your only way to sign in. Please set a password before you remove or unlink it.',
  // Recovery
  NOTICE_LINK_INVALID: 'This link is wrong, was used or has expired.',
  RECOVERY_LINK_INVALID: 'This recovery link is wrong, was used or has expired.',
  RECOVERY_CODE_INVALID: 'The phone number or the recovery code is wrong, or the code was used.',
  RECOVERY_REQUIRED:
    'A one-time code is not enough for this account. Use its password, or recover the account.',
  RECOVERY_NOT_NEEDED: 'This account needs no recovery. Please sign in.',
  RECOVERY_STOPPED:
    'A recovery of this account is already open, or its owner has stopped several. Please contact the association.',
  RECOVERY_UNAVAILABLE: 'Recovery by email is not available. Please contact the association.',
  // Sign-up and profile
  TERMS_NOT_ACCEPTED: 'You need to agree to the terms of use and the privacy policy.',
  REFERRAL_INVALID: 'This referral code does not exist. Please check it or leave the field blank.',
  TAX_CODE_INVALID: 'Invalid tax code. Please check it.',
  AVATAR_INVALID: 'This picture cannot be used. Choose a JPEG, PNG or WebP picture that is not animated.',
  EMAIL_LINK_INVALID: 'This confirmation link is wrong, has expired or was replaced by a newer one.',
  UNDO_LINK_INVALID: 'This link is wrong, was already used or is older than 24 hours.',
  CHANGE_ON_HOLD:
    'Your phone number was changed recently, so this is locked to protect your account. Please try again in {wait}.',
  // Privacy
  DELETION_BLOCKED: 'This account cannot be deleted now. The Privacy page says why.',
  REQUEST_LIMIT:
    'Too many of your requests are waiting for a reply. Please wait for the association or close one of them.',
  // Single sign-on
  REDIRECT_INVALID: 'The return address is not registered for this app.',
  SSO_INVALID_REQUEST: 'Invalid authentication request.',
  SSO_NOT_READY: 'The sign-in request has expired. Please go back to the app and try again.',
  SSO_REQUEST_EXPIRED: 'The sign-in request has expired. Please go back to the app and try again.',
  SSO_REAUTHENTICATE: 'The app requires you to sign in again.',
  SSO_FORBIDDEN: 'You do not have permission to access this content.',
  CONSENT_REQUIRED: 'The app can receive your information only after you agree.',
  PASSWORD_CHANGE_REQUIRED: 'Please change your password before you continue.',
  NAME_REQUIRED: 'Please add your name to your account information before you continue.',
  PAGE_OUTDATED: 'This page is out of date. Please reload it and try again.',
  DEVICE_CODE_INVALID: 'The device code is incorrect or has expired. Please check the code on the device.',
  DEVICE_CODE_RATE: 'Too many incorrect device codes. Please try again in {wait}.',
};

/** English text of each field reason. */
export const fieldTextsEn: Record<FieldReason, string> = {
  required: 'This field is required.',
  format: 'Invalid format.',
  email: 'Incorrect email format.',
  phone: 'Incorrect phone number format.',
  phoneUnsupported: errorTextsEn.PHONE_UNSUPPORTED,
  tooShort: 'This is too short.',
  tooLong: 'This is too long.',
  unknown: 'This field is not accepted.',
  characters: 'This contains characters that are not allowed.',
  passwordPolicy: errorTextsEn.PASSWORD_POLICY,
  passwordCommon: errorTextsEn.PASSWORD_COMMON,
  passwordContainsPhone: errorTextsEn.PASSWORD_CONTAINS_PHONE,
  passwordReused: errorTextsEn.PASSWORD_REUSED,
  referral: errorTextsEn.REFERRAL_INVALID,
  taxCode: errorTextsEn.TAX_CODE_INVALID,
  employer: 'No business has this code.',
  date: 'This date is not valid.',
  samePhone: 'You already use this number.',
  terms: errorTextsEn.TERMS_NOT_ACCEPTED,
  taken: 'This value is in use. Choose another one.',
  applicationCode: 'A code has 2 to 41 letters, digits, - or _.',
  applicationName: 'A name needs a letter or digit, and has at most 100 characters and no line breaks.',
  logoAddress: 'The address of the picture must start with https.',
  logoUnreachable: 'The picture could not be fetched from this address.',
  logoTooLarge: 'The picture is larger than 32 KiB.',
  logoNoPicture: 'The file is not a PNG, JPEG, WebP or SVG picture.',
  clientId: 'An id has 1 to 128 letters, digits, dots, - or _, and starts with a letter or digit.',
  clientIdReserved: 'This id is reserved.',
  clientMethod: 'A client of this kind cannot authenticate in this way.',
  clientScopes: 'A client always asks for openid, and only for scopes in the list.',
  clientMachine: 'A machine client does not sign users in, so it cannot have this.',
  clientDevice: 'Pushed requests need a redirect address.',
  clientKeys: 'These public keys cannot be used.',
  clientKeysRequired: 'Authentication by key needs public keys; other methods do not use them.',
  addressRequired: 'At least one redirect address is required.',
  addressForm: 'This is not an address.',
  addressScheme: 'The address must start with https://.',
  addressPlainHttp: 'Plain http is not accepted; use https.',
  addressUserinfo: 'The address must not contain a user name or password.',
  addressFragment: 'The address must not contain a #.',
  addressWildcard: 'Wildcards (*) are not supported; enter each address.',
  addressSpelling: 'Use the canonical form: lower-case host, no spaces, default port or dot segments.',
  addressAnswerName: 'The part after ? has a name that VID’s answer uses.',
};
