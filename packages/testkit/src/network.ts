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

/** Returns a loopback port that is free now, for a process that needs to know its port in advance. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}
