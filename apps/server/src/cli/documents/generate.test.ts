import { expect, it } from 'vitest';
import { runInProcess } from '../testing/operator.ts';

it('the documents in docs/generated are those that “generate” writes', async () => {
  expect(await runInProcess(['generate', '--check'], {})).toMatchObject({
    code: 0,
    text: expect.stringContaining('up to date'),
  });
});
