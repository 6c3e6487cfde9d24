import { createServer, type Server } from 'node:net';

/** Makes a server listen on a loopback port (0 for any free port) and returns the port. */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/**
 * First port of the first share. All shares are below the ports that Linux (from 32768), macOS and Windows (from 49152)
 * assign to outgoing connections and to port 0.
 */
const firstPort = 20_000;
/** Ports of one process, more than its test files usually take, so that a later file does not reuse a port. */
const portsPerShare = 100;
const shares = 125;
let share: Promise<number> | undefined;
let taken = 0;

/**
 * Returns a loopback port for a server that must know its port in advance or listens on it again later. Each process
 * takes ports from its own share, so that no other test and no outgoing connection takes the port in the meantime.
 * Throws if all ports of the share, or all shares, are in use.
 */
export async function freePort(): Promise<number> {
  const first = await (share ??= claimShare());
  // `claimShare` keeps the share's first port.
  const left = portsPerShare - 1;
  for (let attempt = 0; attempt < left; attempt += 1) {
    const port = first + 1 + (taken % left);
    taken += 1;
    if (await isFree(port)) return port;
  }
  throw new Error('every port of this process is in use');
}

/** Claims a share and returns its first port. A process owns a share while it listens on this port. */
async function claimShare(): Promise<number> {
  for (let attempt = 0; attempt < shares; attempt += 1) {
    const port = firstPort + ((process.pid + attempt) % shares) * portsPerShare;
    const owner = createServer().unref();
    if (await canListen(owner, port)) return port;
  }
  throw new Error('every share of ports is in use');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  if (!(await canListen(server, port))) return false;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return true;
}

async function canListen(server: Server, port: number): Promise<boolean> {
  try {
    await listenOnLoopback(server, port);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
}
