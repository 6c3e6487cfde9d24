import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface PostmasterFile {
  pid: number;
  socketDir: string;
  port: number;
  isReady: boolean;
}

/** Reads postmaster.pid. Returns undefined if the file is missing or still incomplete. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(postmasterFilePath(clusterDir), 'utf8').catch(() => '');
  const [pid, , , port, socketDir, , , status] = text.split('\n');
  if (!pid || !port || socketDir === undefined) return undefined;
  return { pid: Number(pid), socketDir, port: Number(port), isReady: status?.trim() === 'ready' };
}

export function postmasterFilePath(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid');
}
