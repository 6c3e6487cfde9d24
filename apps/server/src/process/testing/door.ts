import { once } from 'node:events';
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** A TCP proxy to the test run's PostgreSQL, so that tests can make the database unreachable. */
export class Door {
  #server: Server | undefined;
  readonly #sockets = new Set<Socket>();
  port = 0;

  async open(socketFolder: string): Promise<void> {
    const server = createServer((client) => {
      const upstream = connectSocket(join(socketFolder, '.s.PGSQL.5432'));
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.once('close', () => {
          client.destroy();
          upstream.destroy();
        });
      }
      client.pipe(upstream);
      upstream.pipe(client);
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
    this.#server = server;
  }

  async close(): Promise<void> {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    if (this.#server?.listening) await once(this.#server, 'close');
    this.#server = undefined;
  }
}
