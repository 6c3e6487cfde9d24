import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** Runs the statements in another process, because an uncaught error would end the test process. */
async function runScript(body: string): Promise<{ code: number | null; output: string }> {
  const script = `
    const { exitOnUncaughtError } = await import(${moduleUrl('./uncaught-errors.ts')});
    exitOnUncaughtError({ fatal: ({ err }) => console.log('fatal: ' + err.message) }, () => {});
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

describe('an uncaught error', () => {
  it.each([
    ['if a timer throws it', `setTimeout(raise('ours'), 1);`],
    ['if it is an unhandled rejection', `void Promise.reject(new Error('ours'));`],
  ])('ends the process %s', async (_where, body) => {
    const { code, output } = await runScript(`${body} setTimeout(() => console.log('still running'), 50);`);
    expect([code, output.trim()]).toEqual([1, 'fatal: ours']);
  });
});
