import { createServer } from 'node:net';

/** A port of the loopback address that nobody holds right now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  const found = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise((done) => {
    server.close(done);
  });
  return found;
}
