import { useEffect, useEffectEvent, useRef, useState } from 'react';

export type Call<T> = {
  /** The last result, kept while a newer call is pending and after that call fails; null before the first result. */
  data: T | null;
  /** The error of the last call; null while a call is pending and after a success. */
  error: unknown;
  isPending: boolean;
  run: (work: () => Promise<T>) => Promise<void>;
};

/**
 * Tracks the state of the newest server call. Small enough for pages outside the shell, whose size budget
 * has no room for TanStack Query.
 */
export function useCall<T>(isPendingAtFirst = false): Call<T> {
  const [state, setState] = useState<Omit<Call<T>, 'run'>>({
    data: null,
    error: null,
    isPending: isPendingAtFirst,
  });
  const newest = useRef<unknown>(null);
  const run = async (work: () => Promise<T>): Promise<void> => {
    newest.current = work;
    const settle = (result: { data?: T; error: unknown }) =>
      newest.current === work && setState((before) => ({ ...before, ...result, isPending: false }));
    setState(({ data }) => ({ data, error: null, isPending: true }));
    try {
      settle({ data: await work(), error: null });
    } catch (error) {
      settle({ error });
    }
  };
  return { ...state, run };
}

/** Starts a call on mount and whenever the key changes, and tracks its state. Starts no call while the key is null. */
export function useLoad<T>(load: () => Promise<T>, key?: string | null): Call<T> {
  const call = useCall<T>(key !== null);
  const start = useEffectEvent(() => void call.run(load));
  // Sends a request to the server.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another key needs another response
  useEffect(() => {
    if (key !== null) start();
  }, [key]);
  return call;
}
