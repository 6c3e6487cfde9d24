import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withProgress } from './progress.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function shown(
  seconds: number,
  {
    isTerminal = false,
    isJson = false,
    fails = false,
  }: Partial<Record<'isTerminal' | 'isJson' | 'fails', boolean>>,
): Promise<readonly string[]> {
  const texts: string[] = [];
  const add = (text: string): void => void texts.push(text);
  const output = { out: () => expect.unreachable(), err: add, ...(isTerminal && { rewrite: add }) };
  let passed = 0;
  const read = () =>
    fails && passed === 1 ? Promise.reject(new Error('outage')) : Promise.resolve(String(passed));
  await withProgress({ output, isJson }, read, async () => {
    while (passed < seconds) {
      passed += 1;
      // oxlint-disable-next-line no-await-in-loop -- the seconds pass one after another
      await vi.advanceTimersByTimeAsync(1_000);
    }
  });
  vi.advanceTimersByTime(60_000);
  return texts;
}

it('the progress of a command is rewritten every second on a terminal', async () => {
  expect(await shown(3, { isTerminal: true })).toEqual(['1', '2', '3', '']);
});

it('a command without a terminal prints its progress every 10 seconds', async () => {
  expect(await shown(25, {})).toEqual(['10', '20']);
});

it('the progress of a command is not printed with --json', async () => {
  expect(await shown(25, { isTerminal: true, isJson: true })).toEqual([]);
});

it('the progress of a command skips a count that cannot be read', async () => {
  expect(await shown(3, { isTerminal: true, fails: true })).toEqual(['2', '3', '']);
});

it('the progress line is cleared when the command fails', async () => {
  const rewrite = vi.fn<(text: string) => void>();
  const output = { out: () => undefined, err: () => undefined, rewrite };
  const work = withProgress(
    { output, isJson: false },
    () => Promise.resolve('1'),
    () => Promise.reject(new Error('x')),
  );
  await expect(work).rejects.toThrow('x');
  expect(rewrite.mock.calls).toEqual([['']]);
});
