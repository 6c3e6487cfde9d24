import { describe, expect, it } from 'vitest';
import { createHashLimiter } from './hash-limiter.ts';

const nextTurn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

function heldJob() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { job: () => promise, end: () => resolve('done') };
}

describe('the hash limiter', () => {
  it('P11 keeps the slot of a running hash when its client disconnects', async () => {
    const limiter = createHashLimiter({ concurrency: 1, queue: 1, perAddress: 2 });
    const hash = heldJob();
    const client = new AbortController();
    const first = limiter.admit({ signal: client.signal }, (run) => run(hash.job));
    let hasSecondStarted = false;
    const second = limiter.admit({}, (run) =>
      run(() => {
        hasSecondStarted = true;
        return Promise.resolve('second');
      }),
    );
    client.abort();
    await nextTurn();
    expect(hasSecondStarted).toBe(false);
    expect(limiter.state()).toEqual({ inside: 2, running: 1, refused: 0 });
    hash.end();
    await expect(Promise.all([first, second])).resolves.toEqual(['done', 'second']);
    expect(limiter.state()).toEqual({ inside: 0, running: 0, refused: 0 });
  });

  it('P11 frees the slot of a waiting client as soon as it disconnects', async () => {
    const limiter = createHashLimiter({ concurrency: 1, queue: 1, perAddress: 2 });
    const hash = heldJob();
    const first = limiter.admit({}, (run) => run(hash.job));
    const client = new AbortController();
    const waiting = limiter.admit({ signal: client.signal }, (run) => run(hash.job));
    await nextTurn();
    expect(limiter.state().inside).toBe(2);
    await expect(limiter.admit({}, (run) => run(hash.job))).rejects.toMatchObject({ code: 'BUSY' });
    client.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'BUSY' });
    expect(limiter.state()).toEqual({ inside: 1, running: 1, refused: 1 });
    const next = limiter.admit({}, (run) => run(hash.job));
    hash.end();
    await expect(Promise.all([first, next])).resolves.toEqual(['done', 'done']);
  });

  it('P11 makes no hash for a client that disconnects during the checks', async () => {
    const limiter = createHashLimiter({ concurrency: 1, queue: 1, perAddress: 2 });
    const client = new AbortController();
    let hasStarted = false;
    const call = limiter.admit({ signal: client.signal }, async (run) => {
      client.abort();
      return await run(() => {
        hasStarted = true;
        return Promise.resolve('hashed');
      });
    });
    await expect(call).rejects.toMatchObject({ code: 'BUSY', retryAfterSeconds: 1 });
    expect(hasStarted).toBe(false);
  });

  it('P11 takes a slot for the hash but not for the checks', async () => {
    const limiter = createHashLimiter({ concurrency: 1, queue: 0, perAddress: 1 });
    const checks = heldJob();
    const checking = limiter.admit({ address: 'a' }, () => checks.job());
    await nextTurn();
    expect(limiter.state().inside).toBe(0);
    await expect(limiter.admit({ address: 'a' }, (run) => run(async () => 'hashed'))).resolves.toBe('hashed');
    checks.end();
    await checking;
  });

  it('P11 limits each address to its share of the slots', async () => {
    const limiter = createHashLimiter({ concurrency: 1, queue: 5, perAddress: 2 });
    const hash = heldJob();
    const call = (address: string) => limiter.admit({ address }, (run) => run(hash.job));
    const admitted = [call('a'), call('a'), call('b'), call('b'), call('c')];
    await nextTurn();
    await expect(call('a')).rejects.toMatchObject({ code: 'BUSY', retryAfterSeconds: 2 });
    await expect(call('b')).rejects.toMatchObject({ code: 'BUSY' });
    expect(limiter.state()).toEqual({ inside: 5, running: 1, refused: 2 });
    hash.end();
    await Promise.all(admitted);
    await expect(call('a')).resolves.toBe('done');
  });

  it('P11 gives the networks of an IPv6 /48 at most half the slots', async () => {
    const limiter = createHashLimiter({ concurrency: 1, queue: 5, perAddress: 2 });
    const hash = heldJob();
    const call = (address: string) => limiter.admit({ address }, (run) => run(hash.job));
    const admitted = ['1', '2', '3'].map((network) => call(`2001:db8:7:${network}::/64`));
    await nextTurn();
    await expect(call('2001:db8:7:4::/64')).rejects.toMatchObject({ code: 'BUSY' });
    admitted.push(call('2001:db8:8:1::/64'), call('192.0.2.1'), call('192.0.2.2'));
    await nextTurn();
    expect(limiter.state()).toEqual({ inside: 6, running: 1, refused: 1 });
    hash.end();
    await Promise.all(admitted);
    await expect(call('2001:db8:7:4::/64')).resolves.toBe('done');
  });

  it('P11 limits how many calls are checked at once', async () => {
    const limiter = createHashLimiter({ concurrency: 1, queue: 1, perAddress: 2 });
    const checks = heldJob();
    const call = (address: string) => limiter.admit({ address }, () => checks.job());
    const admitted = [call('a'), call('a'), call('a'), call('a')];
    await expect(call('a')).rejects.toMatchObject({ code: 'BUSY' });
    admitted.push(call('b'), call('b'), call('c'), call('d'));
    await expect(call('e')).rejects.toMatchObject({ code: 'BUSY' });
    checks.end();
    await Promise.all(admitted);
    await expect(call('e')).resolves.toBe('done');
  });
});
