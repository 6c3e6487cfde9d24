import { afterEach, expect, it, vi } from 'vitest';
import { addressOf } from './connection.ts';
import { dial, dialMs } from '@vid/sql/dial';

afterEach(() => {
  vi.restoreAllMocks();
});

// Nothing listens on these ports, so every dial fails at once.
it.each([
  ['127.0.0.1:1', [2_000], 2_000],
  ['127.0.0.1:1,127.0.0.1:2', [1_000, 1_000], 3_000],
])('D2 a database URL with %s gets %j ms per dial, %i overall', async (hosts, each, total) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const address = addressOf({ url: `postgres://vid@${hosts}/vid` });
  expect(dialMs(address)).toBe(total);
  await expect(dial(address)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(timeout.mock.calls.flat()).toEqual(each);
});
