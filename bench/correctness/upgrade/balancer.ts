import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@vid/testkit/network';
import { endChild } from '../../harness/processes/child.ts';

export type Balancer = {
  readonly origin: string;
  /** Sets a server's state. `drain` lets its connections finish and gives it no new ones. */
  setState(server: string, state: 'ready' | 'drain'): Promise<void>;
  /** Waits until a server has no request in progress. */
  untilIdle(server: string): Promise<void>;
  stop(): Promise<void>;
};

const timeoutMs = 30_000;

/** Starts HAProxy in front of servers on this machine, for an upgrade as docs/operations.md describes it. */
export async function startBalancer(
  folder: string,
  ports: Readonly<Record<string, number>>,
): Promise<Balancer> {
  const port = await freePort();
  const socket = join(folder, 'haproxy.sock');
  const file = join(folder, 'haproxy.cfg');
  const servers = Object.entries(ports).map(([name, to]) => `  server ${name} 127.0.0.1:${to}`);
  await writeFile(
    file,
    `global
  stats socket ${socket} level admin
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout check 2s
  option forwardfor
frontend vid
  bind 127.0.0.1:${port}
  default_backend vid
backend vid
  option httpchk
  http-check send meth GET uri /vid/health/ready ver HTTP/1.1 hdr Host 127.0.0.1:${port}
  default-server check inter 500ms fall 2 rise 1 pool-purge-delay 4s
${servers.join('\n')}
`,
  );
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'inherit', 'inherit'] });
  await Promise.race([
    once(child, 'spawn'),
    once(child, 'error').then(([error]) => {
      throw new Error('HAProxy is needed: apt-get install haproxy', { cause: error });
    }),
  ]);

  const command = async (text: string): Promise<string> => {
    const connection = createConnection(socket);
    connection.end(`${text}\n`);
    let answer = '';
    for await (const chunk of connection.setEncoding('utf8')) answer += String(chunk);
    return answer;
  };
  const origin = `http://127.0.0.1:${port}`;
  await until('HAProxy', async () => (await command('show info')) !== '');
  return {
    origin,
    async setState(server, state) {
      const answer = await command(`set server vid/${server} state ${state}`);
      if (answer.trim() !== '') throw new Error(answer);
      if (state === 'ready')
        await until(
          server,
          async () => (await readStat(command, server))['status']?.startsWith('UP') ?? false,
        );
    },
    untilIdle: (server) =>
      until(`${server} to be idle`, async () => (await readStat(command, server))['scur'] === '0'),
    stop: () => endChild(child),
  };
}

async function readStat(
  command: (text: string) => Promise<string>,
  server: string,
): Promise<Readonly<Record<string, string | undefined>>> {
  const [head = '', ...lines] = (await command('show stat')).split('\n');
  const names = head.replace(/^# /u, '').split(',');
  const values = lines.find((line) => line.startsWith(`vid,${server},`))?.split(',') ?? [];
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
}

async function until(event: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > end)
      throw new Error(`timed out after ${timeoutMs / 1_000} s waiting for ${event}`);
    await delay(50);
  }
}
