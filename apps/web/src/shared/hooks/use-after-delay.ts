import { useEffect, useState } from 'react';

/** True once `isActive` has lasted `milliseconds`: a short wait shows no spinner at all. */
export function useAfterDelay(isActive: boolean, milliseconds = 300): boolean {
  const [hasPassed, setHasPassed] = useState(false);
  // A timer of the browser.
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
