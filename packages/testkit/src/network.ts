import { createServer, type Server } from 'node:net';

/** Lets a server listen at a port of the loopback interface (0: one that is free), and says which. */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the loopback interface gives no port');
  return address.port;
}

/** A port of the loopback interface that was free a moment ago, for a process that must be told its port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}
