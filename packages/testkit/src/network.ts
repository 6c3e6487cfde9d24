import { createServer, type Server } from 'node:net';

/** Makes a server listen on a loopback port (0 for any free port). Returns the port. */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** Below the ports that Linux (32768), macOS and Windows (49152) give to outgoing connections and to port 0. */
const firstPort = 20_000;
const portsPerProcess = 25;
const shares = 500;
let taken = 0;

/**
 * Returns a loopback port for a server that must know its port in advance or listens on it again later.
 * Each test process takes ports from its own share, so nothing else takes this one in the meantime.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < portsPerProcess; attempt += 1) {
    const port = firstPort + (process.pid % shares) * portsPerProcess + (taken % portsPerProcess);
    taken += 1;
    if (await isFree(port)) return port;
  }
  throw new Error('every port of this test process is in use');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await listenOnLoopback(server, port);
  } catch {
    return false;
  }
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return true;
}
