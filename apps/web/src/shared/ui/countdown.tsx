import { type ReactNode, useEffect, useState } from 'react';

/** Whole seconds until a moment given in milliseconds by this machine's clock; never below 0. */
function useSecondsLeft(until: number, onEnd?: () => void): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const isOver = left === 0;
  // A timer of the browser. It reads the clock each time: a tab in the background or a sleeping phone does not
  // tick, and the expiry is a moment, not a number of ticks.
  useEffect(() => {
    if (isOver) return undefined;
    const look = () => setNow(Date.now());
    const timer = setInterval(look, 250);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [until, isOver]);
  // Tells the outside that the time has come, once for each moment.
  useEffect(() => {
    if (isOver && until > 0) onEnd?.();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new callback is no new end
  }, [isOver, until]);
  return left;
}

/**
 * Counts down to `until`. Screen readers are not told each second, only `endText` when it is over; the space is
 * kept, so that nothing below moves.
 */
export function Countdown({
  until,
  children,
  endText,
  onEnd,
  className = 'min-h-12',
}: {
  until: number;
  /** What is shown while it counts, and (given 0) when it is over. */
  children: (secondsLeft: number) => ReactNode;
  endText?: string;
  onEnd?: () => void;
  className?: string;
}) {
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
