import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createEmptyDatabases } from '@vid/testkit/database/database';
import { productionSettings } from '@vid/testkit/production';
import { afterAll, expect, inject, it } from 'vitest';
import { endVidProcesses, startVid } from './testing/vid-process.ts';

afterAll(endVidProcesses);

const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** Runs the statement in another process, because this process's console belongs to the test runner. */
async function runScript(statement: string): Promise<{ logged: unknown[]; stderr: string }> {
  const script = `
    const { createLogger } = await import(${moduleUrl('../lib/log/log.ts')});
    const { redirectConsole } = await import(${moduleUrl('./console.ts')});
    redirectConsole(createLogger('info', process.stdout));
    ${statement}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await once(child, 'close');
  const lines = stdout.split('\n').filter(Boolean);
  return { logged: lines.map((line): unknown => JSON.parse(line)), stderr };
}

it.each([
  ['console.trace(new Error("lost"))', { level: 'warn', err: { type: 'Error', message: 'lost' }, msg: '' }],
  [
    'console.error("attempt %d failed for 0912345678", 2)',
    { level: 'warn', msg: 'attempt 2 failed for +8491****78' },
  ],
  ['console.log("a notice", { name: "An" })', { level: 'info', msg: 'a notice' }],
])('V1 %s becomes a log line without personal data', async (statement, line) => {
  const { logged, stderr } = await runScript(statement);
  expect(logged).toMatchObject([{ ...line, part: 'console' }]);
  expect(JSON.stringify(logged)).not.toContain('An');
  expect(stderr).toBe('');
});

it('V1 console output of the process and its workers is logged', async () => {
  const cluster = inject('cluster');
  const name = `vid_console_${process.pid}`;
  const databases = await createEmptyDatabases(cluster, name);
  const vid = startVid({
    ...productionSettings,
    VID_DATABASE_URL: `postgres://${cluster.user}@/${name}?host=${cluster.host}`,
    VID_WORKERS: '2',
    NODE_OPTIONS: `--import=data:text/javascript,setInterval(()=>console.trace('a-library'),100)`,
  });
  const pids = () =>
    new Set(
      vid.lines
        .filter((line) => line.startsWith('{') && line.includes('"msg":"a-library"'))
        .map((line): unknown => JSON.parse(line).pid),
    );
  await expect.poll(() => pids().size, { timeout: 20_000 }).toBe(3);
  await vid.stop('SIGKILL');
  await databases.drop();
}, 60_000);
