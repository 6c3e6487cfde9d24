import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Snippet } from '@vid/contract/snippets/snippet';

const modules = resolve(import.meta.dirname, '../../../../node_modules');

export type RunningSnippet = {
  readonly output: () => string;
  /** Waits until the snippet prints a text that matches, and returns the match. Rejects if the snippet ends before. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly stop: () => Promise<void>;
};

/** Writes a snippet's files into a new folder that uses the repository's packages. */
export async function writeSnippet({ files }: Pick<Snippet, 'files'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vid-snippet-'));
  await symlink(modules, join(folder, 'node_modules'), 'dir');
  for (const { name, code } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), code);
  }
  return folder;
}

export async function buildSnippet(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], { cwd: folder });
}

/**
 * Starts a Node snippet by its own command with these variables. With `address`, waits until the snippet responds
 * there.
 */
export async function runSnippet(
  snippet: Pick<Snippet, 'files' | 'run'>,
  variables: Readonly<Record<string, string>>,
  address?: string,
): Promise<RunningSnippet> {
  const entry = /\bnode (\S+)$/mu.exec(snippet.run)?.[1];
  if (entry === undefined) throw new Error('the snippet has no command for Node');
  const folder = await writeSnippet(snippet);
  const child = spawn(process.execPath, [entry], {
    cwd: folder,
    env: { ...variables, PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let hasEnded = false;
  const changed = new EventTarget();
  const add = (chunk: string) => {
    output += chunk;
    changed.dispatchEvent(new Event('change'));
  };
  child.stdout.setEncoding('utf8').on('data', add);
  child.stderr.setEncoding('utf8').on('data', add);
  const ended = new Promise<void>((done) => {
    child.once('close', () => {
      hasEnded = true;
      changed.dispatchEvent(new Event('change'));
      done();
    });
  });
  const running: RunningSnippet = {
    output: () => output,
    printed: async (pattern) => {
      for (;;) {
        const match = pattern.exec(output);
        if (match) return match;
        if (hasEnded) throw new Error(`the snippet ended without ${String(pattern)}: ${output}`);
        await new Promise((done) => {
          changed.addEventListener('change', done, { once: true });
        });
      }
    },
    stop: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
  if (address !== undefined) {
    while (!(await answers(address))) if (hasEnded) throw new Error(`the snippet ended: ${output}`);
  }
  return running;
}

async function answers(address: string): Promise<boolean> {
  try {
    const { body } = await fetch(address, { redirect: 'manual' });
    await body?.cancel();
    return true;
  } catch {
    await new Promise((done) => {
      setTimeout(done, 50);
    });
    return false;
  }
}
