import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Payload } from 'altcha-lib/types';
import { captchaLimits } from '@vid/contract/limits';
import type { Platform } from '#platform/platform.ts';
import { proofOfWork } from './captcha.policy.ts';

/**
 * Creates and checks ALTCHA challenges, which are not stored until they are solved. The signed parameters of
 * a challenge contain a keyed hash of the browser's pre-session and an HMAC of the expected key, so checking
 * a solution does not repeat the work.
 */
export function createProofOfWork({ keys, random }: Platform) {
  const secrets = () => ({
    hmacSignatureSecret: keys.derive('altcha-challenge').toString('hex'),
    hmacKeySignatureSecret: keys.derive('altcha-solution').toString('hex'),
  });
  const markOf = (preSessionHash: Buffer): string =>
    keys.pepper('altcha-browser', preSessionHash.toString('hex')).toString('base64url');

  return {
    /**
     * Creates a challenge with `factor` times the usual work. Its signed data contains the work level and
     * whether a picture is needed.
     */
    create(
      preSessionHash: Buffer,
      input: { readonly factor: number; readonly needsPicture: boolean; readonly workLevel: number },
    ): Promise<Challenge> {
      const { factor, needsPicture, workLevel } = input;
      return createChallenge({
        algorithm: proofOfWork.algorithm,
        cost: proofOfWork.cost,
        counter: random.integer(proofOfWork.counter.low * factor, proofOfWork.counter.high * factor),
        deriveKey,
        data: { browser: markOf(preSessionHash), needsPicture, level: workLevel },
        expiresAt: Math.floor(Date.now() / 1000) + captchaLimits.lifeSeconds,
        ...secrets(),
      });
    },

    /**
     * Checks a solution; returns undefined unless it is right, not expired and from the same browser.
     * `signatureHash` identifies the challenge.
     */
    async check(
      payload: string,
      preSessionHash: Buffer,
    ): Promise<{ signatureHash: Buffer; needsPicture: boolean; workLevel: number } | undefined> {
      const parsed = parsePayload(payload);
      if (!parsed || parsed.challenge.parameters.data?.['browser'] !== markOf(preSessionHash))
        return undefined;
      try {
        const { verified } = await verifySolution({
          challenge: parsed.challenge,
          solution: parsed.solution,
          deriveKey,
          ...secrets(),
        });
        if (!verified) return undefined;
        const level = parsed.challenge.parameters.data['level'];
        return {
          // The signature covers the random nonce, so its hash is unique to the challenge.
          signatureHash: keys.hashSecret(parsed.challenge.signature ?? ''),
          needsPicture: parsed.challenge.parameters.data['needsPicture'] === true,
          workLevel: typeof level === 'number' ? level : 0,
        };
      } catch {
        // altcha-lib may throw on payloads that VID did not create.
        return undefined;
      }
    },
  };
}

function parsePayload(payload: string): Payload | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(payload, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
  return isPayload(value) ? value : undefined;
}

function isPayload(value: unknown): value is Payload {
  if (!isRecord(value) || !isRecord(value['challenge']) || !isRecord(value['solution'])) return false;
  const { parameters, signature } = value['challenge'];
  if (!isRecord(parameters) || typeof signature !== 'string') return false;
  return (
    typeof parameters['expiresAt'] === 'number' &&
    typeof parameters['keySignature'] === 'string' &&
    isRecord(parameters['data']) &&
    typeof value['solution']['counter'] === 'number' &&
    typeof value['solution']['derivedKey'] === 'string'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
