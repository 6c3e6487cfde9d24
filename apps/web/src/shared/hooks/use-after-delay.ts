import { useEffect, useState } from 'react';

const delayMs = 300;

/** Returns true once `isActive` has lasted 300 ms, so that a short wait shows no spinner. */
export function useAfterDelay(isActive: boolean): boolean {
  const [hasPassed, setHasPassed] = useState(false);
  // Starts a browser timer.
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setTimeout(() => setHasPassed(true), delayMs);
    return () => {
      clearTimeout(timer);
      setHasPassed(false);
    };
  }, [isActive]);
  return isActive && hasPassed;
}
