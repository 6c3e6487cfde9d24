import { describe, expect, it } from 'vitest';
import { createHashGate } from './hash-gate.ts';

describe('P11 the hash gate', () => {
  it('P11 keeps the slot of a running hash when its client leaves', async () => {
    const gate = createHashGate({ concurrency: 1, queue: 1 });
    const hash = Promise.withResolvers<string>();
    const client = new AbortController();
    const first = gate.admit(client.signal, (run) => run(() => hash.promise));
    let hasSecondStarted = false;
    const second = gate.admit(undefined, (run) =>
      run(() => {
        hasSecondStarted = true;
        return Promise.resolve('second');
      }),
    );
    client.abort();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(hasSecondStarted).toBe(false);
    expect(gate.state()).toEqual({ inside: 2, running: 1, refused: 0 });
    hash.resolve('first');
    await expect(Promise.all([first, second])).resolves.toEqual(['first', 'second']);
    expect(gate.state()).toEqual({ inside: 0, running: 0, refused: 0 });
  });
});
