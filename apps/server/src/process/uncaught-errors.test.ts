import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** Runs statements in a process with VID's handlers, because an uncaught error would end this one. */
async function runScript(body: string): Promise<{ code: number | null; output: string }> {
  const script = `
    const { contain, uncontained } = await import(${moduleUrl('../platform/jobs/containment.ts')});
    const { exitOnUncaughtError } = await import(${moduleUrl('./uncaught-errors.ts')});
    exitOnUncaughtError({ fatal: ({ err }) => console.log('fatal: ' + err.message) }, () => {});
    const report = (error) => console.log('contained: ' + error.message);
    const raise = (message) => () => { throw new Error(message); };
    ${body}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return { code: child.exitCode, output };
}

describe('an error that nothing catches', () => {
  it('inside contained work leaves the process running', async () => {
    const { code, output } = await runScript(`
      contain(report, () => {
        setTimeout(raise('from a timer'), 1);
        setTimeout(() => void Promise.reject(new Error('from a promise')), 2);
      });
      setTimeout(() => console.log('still running'), 50);`);
    expect(output.trim().split('\n')).toEqual([
      'contained: from a timer',
      'contained: from a promise',
      'still running',
    ]);
    expect(code).toBe(0);
  });

  it.each([
    ['outside', `contain(report, () => {}); setTimeout(raise('ours'), 1);`],
    ['in our own code inside', `contain(report, () => uncontained(() => setTimeout(raise('ours'), 1)));`],
    ['as a rejection outside', `contain(report, () => {}); void Promise.reject(new Error('ours'));`],
  ])('%s ends the process', async (_where, body) => {
    const { code, output } = await runScript(`${body} setTimeout(() => console.log('still running'), 50);`);
    expect([code, output.trim()]).toEqual([1, 'fatal: ours']);
  });
});
