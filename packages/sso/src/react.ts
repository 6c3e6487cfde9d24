import { useCallback, useState } from 'react';
import { type VidSso, VidSsoError, type SignInOptions, type VidSsoResult } from './index.ts';

export type VidSsoState = {
  readonly isPending: boolean;
  readonly result: VidSsoResult | undefined;
  readonly error: VidSsoError | undefined;
  /** Call it from a click. */
  readonly signIn: (options?: SignInOptions) => Promise<VidSsoResult | undefined>;
};

/** A popup sign-in as React state. Make the `VidSso` once, outside the component. */
export function useVidSso(sso: VidSso): VidSsoState {
  const [state, setState] = useState<Omit<VidSsoState, 'signIn'>>({
    isPending: false,
    result: undefined,
    error: undefined,
  });
  const signIn = useCallback(
    async (options?: SignInOptions) => {
      setState({ isPending: true, result: undefined, error: undefined });
      try {
        const result = await sso.signInWithPopup(options);
        setState({ isPending: false, result, error: undefined });
        return result;
      } catch (error) {
        if (!(error instanceof VidSsoError)) throw error;
        setState({ isPending: false, result: undefined, error });
        return undefined;
      }
    },
    [sso],
  );
  return { ...state, signIn };
}
