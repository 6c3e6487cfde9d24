import type { Keys } from '#lib/keys.ts';
import { parseRecoveryCode } from './recovery-code.ts';

/** How secrets of two-step sign-in are stored. */
export function createTwoStepSecrets(keys: Pick<Keys, 'seal' | 'open' | 'pepper'>) {
  return {
    /** With the account's id, so that a row copied to another account cannot be opened. */
    seal: (accountId: string, secret: string): Buffer => keys.seal('authenticator', `${accountId} ${secret}`),

    open(accountId: string, sealed: Uint8Array): string {
      const [owner, secret = ''] = keys.open('authenticator', sealed).split(' ');
      if (owner !== accountId) throw new Error('the secret belongs to another account');
      return secret;
    },

    /** The stored hash of a recovery code in any notation, or undefined if it is not one. */
    hashRecoveryCode(accountId: string, input: string): Buffer | undefined {
      const code = parseRecoveryCode(input);
      return code === undefined ? undefined : keys.pepper('recovery-code', `${accountId} ${code}`);
    },
  };
}

export type TwoStepSecrets = ReturnType<typeof createTwoStepSecrets>;
