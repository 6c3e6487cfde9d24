import { type ReactNode, useEffect, useState } from 'react';

/** Returns the whole seconds until `until` (milliseconds of the local clock), at least 0. */
export function useSecondsLeft(until: number, onEnd?: () => void): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const isOver = left === 0;
  // Starts a browser timer. Each tick reads the clock, because background tabs and sleeping phones skip ticks.
  useEffect(() => {
    if (isOver) return undefined;
    const update = () => setNow(Date.now());
    const timer = setInterval(update, 250);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [until, isOver]);
  // Calls `onEnd` once for each `until`.
  useEffect(() => {
    if (isOver && until > 0) onEnd?.();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `onEnd` must not be called for the same `until`
  }, [isOver, until]);
  return left;
}

type Props = {
  until: number;
  /** Renders the remaining seconds. Called with 0 at the end. */
  children: (secondsLeft: number) => ReactNode;
  endText?: string;
  onEnd?: () => void;
  className?: string;
};

/**
 * Counts down to `until`. Screen readers hear only `endText`, at the end. The element keeps its height to avoid a
 * layout shift.
 */
export function Countdown({ until, children, endText, onEnd, className = 'min-h-12' }: Props) {
  const left = useSecondsLeft(until, onEnd);
  return (
    <div className={className}>
      {left > 0 ? (
        <div role="timer" aria-live="off">
          {children(left)}
        </div>
      ) : (
        children(0)
      )}
      <p className="sr-only" aria-live="polite">
        {left === 0 ? endText : ''}
      </p>
    </div>
  );
}
