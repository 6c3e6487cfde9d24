import { useCallback, useRef, useState } from 'react';
import { type VidSso, VidSsoError, type SignInOptions, type VidSsoResult } from './index.ts';

export type VidSsoState = {
  readonly isPending: boolean;
  readonly result: VidSsoResult | undefined;
  /**
   * The error of the sign-in. An error while the sign-in is pending means that VID refused the account, and the popup
   * is still open for another account.
   */
  readonly error: VidSsoError | undefined;
  /**
   * Starts the sign-in. Call this function from a click handler. Resolves to undefined if the sign-in fails with a
   * `VidSsoError`.
   */
  readonly signIn: (options?: SignInOptions) => Promise<VidSsoResult | undefined>;
};

/** Returns a popup sign-in as React state. Create the `VidSso` once, outside the component. */
export function useVidSso(sso: VidSso): VidSsoState {
  const [state, setState] = useState<Omit<VidSsoState, 'signIn'>>({
    isPending: false,
    result: undefined,
    error: undefined,
  });
  const latestAttempt = useRef(0);
  const signIn = useCallback(
    async (options?: SignInOptions) => {
      const attempt = (latestAttempt.current += 1);
      // An abandoned popup may end long after the user has started a new sign-in.
      const show = (next: Omit<VidSsoState, 'signIn'>) =>
        void (attempt === latestAttempt.current && setState(next));
      show({ isPending: true, result: undefined, error: undefined });
      const stopListening = sso.on('error', (error) => {
        if (error.code === 'REFUSED') show({ isPending: true, result: undefined, error });
      });
      try {
        const result = await sso.signInWithPopup(options);
        show({ isPending: false, result, error: undefined });
        return result;
      } catch (error) {
        const reported = error instanceof VidSsoError ? error : undefined;
        show({ isPending: false, result: undefined, error: reported });
        if (!reported) throw error;
        return undefined;
      } finally {
        stopListening();
      }
    },
    [sso],
  );
  return { ...state, signIn };
}
