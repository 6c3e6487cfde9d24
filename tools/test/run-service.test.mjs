import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// A server that records every signal, and a launcher that runs the server as start.mjs does.
const SERVER = `
import { appendFileSync } from 'node:fs';
const note = (word) => appendFileSync(process.argv[2], word + '\\n');
const stay = setInterval(() => undefined, 60_000);
const end = (word) => { note(word); setTimeout(() => { note('ended'); clearInterval(stay); process.exit(3); }, 200); };
process.on('SIGINT', () => end('SIGINT'));
process.on('SIGTERM', () => end('SIGTERM'));
process.once('disconnect', () => end('disconnect'));
note('ready ' + process.pid);
`;
const LAUNCHER = `
import { runService } from ${JSON.stringify(new URL('../lib/run.mjs', import.meta.url).href)};
process.exitCode = await runService(process.execPath, process.argv.slice(2));
`;

let folder = '';
let notes = '';
/** @type {import('node:child_process').ChildProcess} */
let launcher;
/** @type {Promise<unknown[]>} */
let ended;

const read = async () => (await readFile(notes, 'utf8').catch(() => '')).trim().split('\n');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid run '));
  notes = join(folder, 'notes');
  await writeFile(join(folder, 'server.mjs'), SERVER);
  await writeFile(join(folder, 'launcher.mjs'), LAUNCHER);
  const args = [join(folder, 'launcher.mjs'), join(folder, 'server.mjs'), notes];
  // `detached` starts a process group, as a shell does for each command.
  launcher = spawn(process.execPath, args, { stdio: 'inherit', detached: true });
  ended = once(launcher, 'exit');
  await vi.waitUntil(async () => (await read())[0]?.startsWith('ready'), { timeout: 50_000 });
});

afterEach(async () => {
  launcher.kill('SIGKILL');
  const pid = Number((await read())[0]?.split(' ')[1]);
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The server has already ended.
  }
  await rm(folder, { recursive: true });
});

describe('runService', () => {
  it('forwards a repeated Ctrl-C only once', async () => {
    process.kill(-Number(launcher.pid), 'SIGINT');
    launcher.kill('SIGINT');
    expect(await ended).toEqual([3, null]);
    expect((await read()).slice(1)).toEqual(['SIGINT', 'ended']);
  });

  it('stops the server when the terminal closes', async () => {
    launcher.kill('SIGHUP');
    expect(await ended).toEqual([3, null]);
    expect((await read()).slice(1)).toEqual(['SIGTERM', 'ended']);
  });

  it('disconnects the server when the launcher is killed', async () => {
    launcher.kill('SIGKILL');
    await ended;
    await vi.waitFor(async () => expect((await read()).slice(1)).toEqual(['disconnect', 'ended']), {
      timeout: 20_000,
    });
  });

  it('exits with 137 when the server is killed', async () => {
    process.kill(Number((await read())[0]?.split(' ')[1]), 'SIGKILL');
    expect(await ended).toEqual([137, null]);
  });
});
