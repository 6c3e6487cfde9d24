import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Keys } from '#lib/keys.ts';

const purpose = 'webhook-secret';

/** Returns a secret with 256 random bits in the Standard Webhooks format. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export const sealSecret = (keys: Pick<Keys, 'seal'>, secret: string): Buffer => keys.seal(purpose, secret);

export type Sealed = { readonly sealedSecret: Buffer; readonly formerSealedSecret: Buffer | null };

/** Creates a signer for an endpoint, which decrypts the endpoint's secrets only once. */
export function createSigner(keys: Pick<Keys, 'open'>, { sealedSecret, formerSealedSecret }: Sealed) {
  const signers = [sealedSecret, ...(formerSealedSecret ? [formerSealedSecret] : [])].map(
    (sealed) => new Webhook(keys.open(purpose, sealed)),
  );
  return {
    /**
     * Returns the headers of a message. Receivers accept any of the signatures (Standard Webhooks, "Signature
     * scheme").
     */
    headers(id: string, at: Date, body: string): Record<string, string> {
      return {
        'content-type': 'application/json',
        'user-agent': 'VID-Webhooks/1.0',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': signers.map((signer) => signer.sign(id, at, body)).join(' '),
      };
    },
  };
}

export type Signer = ReturnType<typeof createSigner>;

/**
 * Returns the body of a message, which is the same in every attempt, so that all signatures cover the same
 * bytes.
 */
export function messageBody(message: {
  readonly type: string;
  readonly createdAt: Date;
  readonly data: unknown;
}): string {
  return JSON.stringify({
    type: message.type,
    timestamp: message.createdAt.toISOString(),
    data: message.data,
  });
}
