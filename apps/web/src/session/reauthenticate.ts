import { useEffect } from 'react';
import { create } from 'zustand';
import { api, connectClient } from '#shared/api/api.ts';

type Question = {
  /** Whether a code sent to the phone is enough. */
  readonly acceptsCode: boolean;
  readonly answer: (isConfirmed: boolean) => void;
};

export const useReauthentication = create<{ readonly question: Question | null }>()(() => ({
  question: null,
}));

let asking: Promise<boolean> | undefined;

/** Asks the user once for any number of waiting calls. Resolves to whether the user has confirmed. */
function askUser({ acceptsCode }: Pick<Question, 'acceptsCode'>): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    useReauthentication.setState({ question: { acceptsCode, answer: resolve } });
  }).finally(() => {
    asking = undefined;
    useReauthentication.setState({ question: null });
  });
  return asking;
}

/**
 * Lets the HTTP client ask the user to re-authenticate while a layout that renders `ReauthenticationDialog` is mounted.
 * Requests that wait when it is unmounted fail.
 */
export function useReauthenticationRequests(): void {
  // Connects the HTTP client to the dialog.
  useEffect(() => {
    connectClient({ confirmIdentity: askUser });
    return () => {
      connectClient({ confirmIdentity: async () => false });
      useReauthentication.getState().question?.answer(false);
    };
  }, []);
}

export async function confirmByPassword(password: string): Promise<void> {
  await api.post('/vid/ajax/auth/reauthenticate', { body: { password } });
}
