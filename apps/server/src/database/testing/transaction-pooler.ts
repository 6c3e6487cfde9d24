import { once } from 'node:events';
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

const authenticationOk = message('R', [0, 0, 0, 0]);
const ownKey = message('K', [0, 0, 0, 1, 0, 0, 0, 1]);
const readyIdle = message('Z', [0x49]);

type Mode = 'transaction' | 'session' | 'other-limits';

/**
 * Settings that replace those of the client whose start-up message opens a server connection. In transaction
 * mode they are the limits that VID expects. The first client's settings would otherwise apply to every
 * client, and sharing would not be the only fault to find.
 */
const replacements: Readonly<Record<Mode, Readonly<Record<string, string>>>> = {
  transaction: { statement_timeout: '3s', lock_timeout: '2800ms' },
  session: {},
  'other-limits': { statement_timeout: '9s' },
};

/**
 * A pooler that gives each transaction its only server connection, as PgBouncer does with `pool_mode =
 * transaction` and `ignore_startup_parameters`. The modes `session` and `other-limits` give each client a
 * separate connection, and `other-limits` also replaces the client's statement timeout.
 */
export class TransactionPooler {
  readonly #server: Server;
  readonly #socketPath: string;
  readonly #mode: Mode;
  readonly #sockets = new Set<Socket>();
  #shared: Promise<ServerConnection> | undefined;
  clients = 0;

  constructor(socketFolder: string, mode: Mode) {
    this.#socketPath = join(socketFolder, '.s.PGSQL.5432');
    this.#mode = mode;
    this.#server = createServer((client) => void this.#serve(client));
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(client: Socket): Promise<void> {
    this.clients += 1;
    this.#keep(client);
    const [startup]: unknown[] = await once(client, 'data');
    if (!(startup instanceof Buffer)) return;
    const connection = await (this.#mode === 'transaction'
      ? (this.#shared ??= this.#open(startup))
      : this.#open(startup));
    client.write(Buffer.concat([authenticationOk, ownKey, readyIdle]));
    client.on('data', (data: Buffer) => connection.send(data, client));
  }

  async #open(startup: Buffer): Promise<ServerConnection> {
    const socket = connectSocket(this.#socketPath);
    this.#keep(socket);
    socket.write(withParameters(startup, replacements[this.#mode]));
    // The last six bytes of the startup response are ReadyForQuery.
    for (let last = Buffer.alloc(0); !last.subarray(-6).equals(readyIdle);) {
      const [data]: unknown[] = await once(socket, 'data');
      if (data instanceof Buffer) last = Buffer.concat([last, data]);
    }
    return new ServerConnection(socket);
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
  }
}

class ServerConnection {
  readonly #socket: Socket;
  readonly #waiting: { readonly data: Buffer; readonly client: Socket }[] = [];
  #client: Socket | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data: Buffer) => {
      this.#client?.write(data);
      // The transaction has ended, so give the connection to the next client.
      if (data.subarray(-6).equals(readyIdle)) this.#release();
    });
  }

  send(data: Buffer, client: Socket): void {
    if (data[0] === 'X'.charCodeAt(0)) {
      client.end();
      return;
    }
    if (this.#client !== undefined && this.#client !== client) {
      this.#waiting.push({ data, client });
      return;
    }
    this.#client = client;
    this.#socket.write(data);
  }

  #release(): void {
    this.#client = undefined;
    for (const { data, client } of this.#waiting.splice(0)) this.send(data, client);
  }
}

/**
 * Replaces parameters of a startup message, which consists of a length, a protocol version, and pairs of
 * names and values.
 */
function withParameters(startup: Buffer, replaced: Readonly<Record<string, string>>): Buffer {
  const texts = startup.subarray(8).toString().split('\0');
  const parameters = new Map<string, string>();
  for (let index = 0; texts[index]; index += 2) parameters.set(texts[index] ?? '', texts[index + 1] ?? '');
  for (const [name, value] of Object.entries(replaced)) parameters.set(name, value);
  const body = Buffer.from(`${[...parameters].flat().join('\0')}\0\0`);
  const head = Buffer.from(startup.subarray(0, 8));
  head.writeInt32BE(head.length + body.length);
  return Buffer.concat([head, body]);
}

function message(type: string, body: readonly number[]): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, Buffer.from(body)]);
}
