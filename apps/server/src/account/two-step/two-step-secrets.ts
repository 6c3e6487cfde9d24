import type { Keys } from '#lib/keys.ts';
import { parseRecoveryCode } from './recovery-code.ts';

export function createTwoStepSecrets(keys: Pick<Keys, 'seal' | 'open' | 'pepper'>) {
  return {
    /** Binds the ciphertext to the account's id, so that `open` rejects a row copied from another account. */
    seal: (accountId: string, secret: string): Buffer => keys.seal('authenticator', `${accountId} ${secret}`),

    open(accountId: string, sealed: Uint8Array): string {
      const [owner, secret = ''] = keys.open('authenticator', sealed).split(' ');
      if (owner !== accountId) throw new Error('the secret belongs to another account');
      return secret;
    },

    hashRecoveryCode(accountId: string, input: string): Buffer | undefined {
      const code = parseRecoveryCode(input);
      return code === undefined ? undefined : keys.pepper('recovery-code', `${accountId} ${code}`);
    },
  };
}
