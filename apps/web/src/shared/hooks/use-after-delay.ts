import { useEffect, useState } from 'react';

/** Returns true once `isActive` has lasted `milliseconds`, so that a short wait shows no spinner. */
export function useAfterDelay(isActive: boolean, milliseconds = 300): boolean {
  const [hasPassed, setHasPassed] = useState(false);
  // Starts a browser timer.
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setTimeout(() => setHasPassed(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setHasPassed(false);
    };
  }, [isActive, milliseconds]);
  return isActive && hasPassed;
}
