import { useEffect, useEffectEvent, useState } from 'react';

export type Call<T> = {
  /** The last result. Kept while a newer call is pending and after that call fails. */
  data: T | null;
  /** The rejection of the last call; null while a call is pending. */
  error: unknown;
  isPending: boolean;
  run: (work: () => Promise<T>) => Promise<void>;
};

/**
 * Tracks the state of one server call at a time. Use `useCall` on pages outside the shell, whose size budget has no
 * room for TanStack Query. Signed-in pages use `useQuery` and `useMutation`.
 */
export function useCall<T>(isPendingAtFirst = false): Call<T> {
  const [state, setState] = useState<Omit<Call<T>, 'run'>>({
    data: null,
    error: null,
    isPending: isPendingAtFirst,
  });
  const run = async (work: () => Promise<T>): Promise<void> => {
    setState(({ data }) => ({ data, error: null, isPending: true }));
    try {
      setState({ data: await work(), error: null, isPending: false });
    } catch (error) {
      setState(({ data }) => ({ data, error, isPending: false }));
    }
  };
  return { ...state, run };
}

/** Starts a call when the component is mounted, and tracks its state. */
export function useLoad<T>(load: () => Promise<T>): Call<T> {
  const call = useCall<T>(true);
  const start = useEffectEvent(() => void call.run(load));
  // Sends a request to the server.
  useEffect(() => start(), []);
  return call;
}
