import { createBackground } from '#lib/background.ts';
import { describe, expect, it } from 'vitest';
import { batchCalls } from './batch.ts';
import { continueFor, currentSubject, runFor } from './request-subject.ts';

describe('X3 the subject of a request', () => {
  it('is its network until the caller is known', async () => {
    const subjects = await runFor('203.0.113.7', async () => {
      const first = currentSubject();
      await Promise.resolve();
      continueFor('acc_a');
      await Promise.resolve();
      return [first, currentSubject()];
    });
    expect(subjects).toEqual(['203.0.113.7', 'acc_a']);
    expect(currentSubject()).toBe('');
  });

  it('is not passed to a statement that several requests share', async () => {
    const read = batchCalls(async (keys: readonly string[]) =>
      keys.map((key) => `${key} ${currentSubject()}`),
    );
    expect(await runFor('acc_a', () => read('key'))).toBe('key ');
  });

  it('is not passed to work that the request starts in the background', async () => {
    const background = createBackground({ warn: () => undefined });
    const subjects: string[] = [];
    runFor('acc_a', () => background.run('job', async () => subjects.push(currentSubject())));
    await background.idle();
    expect(subjects).toEqual(['']);
  });
});
