import type { Challenge, Solution } from 'altcha-lib/types';

/** Solves one challenge in a worker of its own; rejects when it cannot, or when it is given up. */
export function solveProofOfWork(challenge: Challenge, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), { type: 'module' });
    const end = (finish: () => void): void => {
      worker.terminate();
      signal.removeEventListener('abort', giveUp);
      finish();
    };
    const giveUp = (): void => end(() => reject(new DOMException('given up', 'AbortError')));
    signal.addEventListener('abort', giveUp);
    worker.addEventListener('message', (message: MessageEvent<Solution | null>) => {
      const solution = message.data;
      end(() => {
        if (solution === null) reject(new Error('no solution was found'));
        else resolve(btoa(JSON.stringify({ challenge, solution })));
      });
    });
    worker.addEventListener('error', () => end(() => reject(new Error('the worker failed'))));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(challenge);
    if (signal.aborted) giveUp();
  });
}
