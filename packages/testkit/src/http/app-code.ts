import { Secret, TOTP } from 'otpauth';

const periodMs = 30_000;

/** Returns the code that an authenticator app shows now, or in `laterSteps` time steps. */
export function appCode(secret: string, laterSteps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + laterSteps * periodMs,
  });
}
