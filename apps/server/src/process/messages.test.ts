import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { sendOver } from './messages.ts';

it('a message to a dead process is lost without an error', async () => {
  const child = fork('-e', ['process.on("message", () => undefined)'], { execArgv: [] });
  const errors: unknown[] = [];
  child.on('error', (error) => errors.push(error));
  await once(child, 'spawn');
  child.kill('SIGKILL');
  // The channel counts as open until this process returns to its event loop.
  for (let n = 0; n < 5_000; n += 1) sendOver(child, { vid: 'stop' });
  expect(child.connected).toBe(true);
  await once(child, 'exit');
  expect(errors).toEqual([]);
});
