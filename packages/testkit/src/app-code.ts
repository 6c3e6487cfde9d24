import { Secret, TOTP } from 'otpauth';

const periodMs = 30_000;

/** Returns the code that an authenticator app shows now, or `laterSteps` time steps later. */
export function appCode(secret: string, laterSteps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + laterSteps * periodMs,
  });
}
