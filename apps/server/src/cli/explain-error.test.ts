import { expect, it } from 'vitest';
import { StartProblem } from '#process/start-problem.ts';
import { report } from './explain-error.ts';

function reportOf(error: unknown, { isJson = false } = {}) {
  const texts: string[] = [];
  const output = { out: () => expect.unreachable(), err: (text: string) => void texts.push(text) };
  return { exitCode: report(error, { output, isJson }), text: texts.join('\n') };
}

it('says that the disk is full instead of showing the code of the system', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(reportOf(full)).toEqual({
    exitCode: 1,
    text: 'The disk is full. Free some space, and run the command again.',
  });
});

it.each([
  [78, 'CONFIGURATION'],
  [69, 'UNAVAILABLE'],
  [1, 'FAILED'],
])('a failed start with exit code %i has the code %s', (exitCode, message) => {
  const reported = reportOf(new StartProblem('The port is in use.', exitCode), { isJson: true });
  expect(reported.exitCode).toBe(exitCode);
  expect(JSON.parse(reported.text)).toEqual({ error: 'The port is in use.', message });
});
