import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { dial } from './dial.ts';

const established = '01';

/**
 * Returns the timer of the established TCP connection from a local port, read from `/proc/net/tcp`. Timer `02` is the
 * keep-alive timer. A closed connection with the same port may still be listed.
 */
async function timerOf(port: number): Promise<{ kind: string; seconds: number } | undefined> {
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n');
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const [, , , , , timer] =
    lines
      .map((line) => line.trim().split(/\s+/u))
      .find(([, address, , state]) => address?.endsWith(local) && state === established) ?? [];
  const [kind, hundredths] = timer?.split(':') ?? [];
  return kind === undefined || hundredths === undefined
    ? undefined
    : { kind, seconds: Number.parseInt(hundredths, 16) / 100 };
}

it.runIf(process.platform === 'linux')(
  'a new connection has a keep-alive timer of about a minute',
  async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has such an address
    const { port } = server.address() as AddressInfo;
    const { socket } = await dial({ hosts: [{ host: '127.0.0.1', port }] });
    try {
      const timer = await timerOf(socket.localPort ?? 0);
      expect(timer?.kind).toBe('02');
      expect(timer?.seconds).toBeGreaterThan(50);
      expect(timer?.seconds).toBeLessThanOrEqual(60);
    } finally {
      socket.destroy();
      server.close();
    }
  },
);
