import { cleanDigits } from '@vid/contract/clean-text';
import { Secret, TOTP } from 'otpauth';

const period = 30;
/** Time steps of clock skew that are accepted in either direction. */
const drift = 1;
/** 160 bits, the length of an HMAC-SHA-1 output (RFC 4226 section 4, R6). */
const secretBytes = 20;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'VID', label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period });

export function newAuthenticatorSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

export function authenticatorUri(secret: string, label: string): string {
  return totpOf(secret, label).toString();
}

/** Returns the time step whose code matches; undefined for a wrong code. */
export function findTimeStep(secret: string, code: string, nowMs: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: drift });
  return delta === null ? undefined : TOTP.counter({ period, timestamp: nowMs }) + delta;
}

/** Parses digits of any width, with or without separators; returns undefined if the input is not a code. */
export function parseAppCode(input: string): string | undefined {
  const code = cleanDigits(input);
  return /^\d{6}$/u.test(code) ? code : undefined;
}
