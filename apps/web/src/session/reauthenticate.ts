import { create } from 'zustand';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';

type Question = { readonly answer: (isConfirmed: boolean) => void };

/** The open question of `ReauthenticationDialog`. */
export const useReauthentication = create<{ readonly question: Question | null }>()(() => ({
  question: null,
}));

let asking: Promise<boolean> | undefined;

/** Asks once for any number of waiting calls. Resolves to whether the user has confirmed. */
function askUser(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    useReauthentication.setState({ question: { answer: resolve } });
  }).finally(() => {
    asking = undefined;
    useReauthentication.setState({ question: null });
  });
  return asking;
}

/**
 * Sends a request. If the server requires a recent proof of the user's identity, asks for the password and sends it
 * again. Rejects with the server's REAUTHENTICATION_REQUIRED if the user cancels.
 */
export async function withReauthentication<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!failedWith(error, 'REAUTHENTICATION_REQUIRED') || !(await askUser())) throw error;
    return send();
  }
}

/** The failure of `withReauthentication` to show; none if the user cancelled. */
export function shownFailure(error: Error | null | undefined): string | undefined {
  if (!error || failedWith(error, 'REAUTHENTICATION_REQUIRED')) return undefined;
  return shownMessage(error);
}

export async function confirmByPassword(password: string): Promise<void> {
  await api.post('/vid/ajax/auth/reauthenticate', { body: { password } });
}
