import { setTimeout as delay } from 'node:timers/promises';
import type { Background } from './background.ts';

type Options = {
  readonly name: string;
  /** Shortest time in milliseconds between the end of a run and the next one. */
  readonly spacingMs: number;
  readonly background: Background;
  readonly work: () => Promise<void>;
};

/**
 * Returns a function that starts a run of `work` in the background, at once or when the spacing since the last
 * run has passed. Calls that arrive before a run starts share it, so under load one run does the work of many
 * calls.
 */
export function createSpacedRuns({ name, spacingMs, background, work }: Options): () => void {
  let isRequested = false;
  let isActive = false;
  let nextStart = 0;

  const runRequested = async (): Promise<void> => {
    try {
      while (isRequested) {
        await delay(Math.max(0, nextStart - performance.now()));
        isRequested = false;
        try {
          await work();
        } finally {
          nextStart = performance.now() + spacingMs;
        }
      }
    } finally {
      isActive = false;
    }
  };

  return () => {
    isRequested = true;
    if (isActive) return;
    isActive = true;
    background.run(name, runRequested);
  };
}
