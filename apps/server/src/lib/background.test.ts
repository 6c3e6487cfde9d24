import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { createBackground } from './background.ts';

describe('background work', () => {
  const logged: object[] = [];
  const background = createBackground({ warn: (fields: object) => void logged.push(fields) });

  it('is awaited together with the work that it starts', async () => {
    const finished: string[] = [];
    const finish = async (name: string) => {
      await Promise.resolve();
      finished.push(name);
    };
    background.run('first', async () => {
      await finish('first');
      background.run('second', async () => {
        for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
        await finish('second');
      });
    });
    await background.idle();
    expect(finished).toEqual(['first', 'second']);
  });

  it('runs outside the asynchronous context of the request that starts it', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    context.run('request', () => background.run('read', async () => seen.push(context.getStore())));
    await background.idle();
    expect(seen).toEqual([undefined]);
  });

  it('logs a failure with the name of the job', async () => {
    const failure = new Error('no gateway');
    background.run('send', () => Promise.reject(failure));
    await background.idle();
    expect(logged).toEqual([{ err: failure, job: 'send' }]);
  });
});
