import { once } from 'node:events';
import { createServer, connect as connectSocket, type Socket } from 'node:net';
import { Client, Query, type ClientConfig, type Connection } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

// These tests check the undocumented members of pg that this package uses (see README.md).

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const PgQuery: new (text: string) => object = Query;

class Recorder extends PgQuery {
  readonly calls: string[] = [];
  readonly end = Promise.withResolvers<void>();
  readonly #send: (connection: Connection) => void;
  constructor(send: (connection: Connection) => void) {
    super('');
    this.#send = send;
  }
  submit(connection: Connection): undefined {
    this.#send(connection);
  }
  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.calls.push(
      `row description ${fields.map(({ name, dataTypeID }) => `${name} ${dataTypeID}`).join()}`,
    );
  }
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.calls.push(`data row ${JSON.stringify(fields)}`);
  }
  handleCommandComplete({ text }: { text: string }): void {
    this.calls.push(`command complete ${text}`);
  }
  handleEmptyQuery(): void {
    this.calls.push('empty query');
  }
  handleReadyForQuery(): void {
    this.calls.push('ready');
    this.end.resolve();
  }
  handleError(error: Error): void {
    this.calls.push(`error ${'code' in error ? String(error.code) : error.message}`);
    this.end.resolve();
  }
}

async function open(config: ClientConfig = {}): Promise<Client> {
  const { host, user } = inject('cluster');
  const client = new Client({ host, user, database: database.database, pipeline: true, ...config });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => void client.connection.stream.destroy());
  return client;
}

async function record(client: Client, send: (connection: Connection) => void): Promise<readonly string[]> {
  const recorder = client.query(new Recorder(send));
  await recorder.end.promise;
  return recorder.calls;
}

describe('a query object', () => {
  it('gets the messages of a simple query', async () => {
    const client = await open();
    expect(
      await record(client, (wire) =>
        wire.query(`select 1 as a, null as b; create table empty (); delete from empty`),
      ),
    ).toEqual([
      'row description a 23,b 25',
      'data row ["1",null]',
      'command complete SELECT 1',
      'command complete CREATE TABLE',
      'command complete DELETE 0',
      'ready',
    ]);
    expect(await record(client, (wire) => wire.query(''))).toEqual(['empty query', 'ready']);
  });

  it('gets the messages of a prepared statement', async () => {
    const client = await open();
    const types: number[] = [];
    client.connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      types.push(...dataTypeIDs);
    });
    const prepare = await record(client, (wire) => {
      wire.parse({ name: 's', text: 'select $1 || $2::bytea as both, $3::int as n', types: [17, 0, 0] });
      wire.describe({ type: 'S', name: 's' });
      wire.sync();
    });
    expect(prepare).toEqual(['row description both 17,n 23', 'ready']);
    expect(types).toEqual([17, 17, 23]);
    const execute = await record(client, (wire) => {
      wire.bind({ statement: 's', values: [Buffer.from([255]), String.raw`\x00`, null] });
      wire.execute({});
      wire.sync();
    });
    expect(execute).toEqual([String.raw`data row ["\\xff00",null]`, 'command complete SELECT 1', 'ready']);
  });

  it('gets only the error if it fails', async () => {
    const client = await open();
    const [failed, next] = await Promise.all([
      record(client, (wire) => wire.query('select 1 / 0')),
      record(client, (wire) => wire.query('select')),
    ]);
    expect(failed).toEqual(['error 22012']);
    expect(next).toEqual(['row description ', 'data row []', 'command complete SELECT 1', 'ready']);
  });

  it('is submitted before earlier queries are answered', async () => {
    const client = await open();
    const order: string[] = [];
    const ask = async (name: string) => {
      await record(client, (wire) => {
        order.push(`submit ${name}`);
        wire.query('select');
      });
      order.push(`end ${name}`);
    };
    await Promise.all([ask('a'), ask('b')]);
    expect(order).toEqual(['submit a', 'submit b', 'end a', 'end b']);
  });

  it('must be an instance of Query to be pipelined', async () => {
    const client = await open();
    const { promise, resolve } = Promise.withResolvers<string>();
    client.query({
      submit: () => undefined,
      handleError: ({ message }: Error) => resolve(message),
      callback: () => undefined,
    });
    expect(await promise).toContain('not supported in pipeline mode');
  });

  it('gets an error if the connection is lost', async () => {
    const client = await open();
    const lost = record(client, (wire) => wire.query('select pg_sleep(60)'));
    client.connection.stream.destroy();
    expect(await lost).toEqual([expect.stringContaining('error Connection terminated')]);
  });
});

describe('a pg client', () => {
  it('reports the status of the transaction', async () => {
    const client = await open();
    const states = [];
    for (const text of ['select', 'begin', 'select 1 / 0', 'select', 'rollback']) {
      await record(client, (wire) => wire.query(text));
      // After an error, the status arrives in a separate message.
      await record(client, (wire) => wire.query(''));
      states.push(client.getTransactionStatus());
    }
    expect(states).toEqual(['I', 'T', 'E', 'E', 'I']);
  });

  it('sends the settings that getStartupConf returns', async () => {
    const { host, user } = inject('cluster');
    class OwnClient extends Client {
      getStartupConf() {
        return {
          user,
          database: database.database,
          statement_timeout: '1234',
          plan_cache_mode: 'force_custom_plan',
        };
      }
    }
    const client = new OwnClient({ host, user, pipeline: true });
    client.on('error', () => undefined);
    const reports = new Map<string, string>();
    client.connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      reports.set(parameterName ?? '', parameterValue ?? '');
    });
    let pid = 0;
    client.connection.on('backendKeyData', ({ processID }: { processID: number }) => {
      pid = processID;
    });
    await client.connect();
    onTestFinished(() => void client.connection.stream.destroy());
    expect([reports.get('in_hot_standby'), reports.get('default_transaction_read_only')]).toEqual([
      'off',
      'off',
    ]);
    expect(
      await record(client, (wire) =>
        wire.query(
          `select pg_backend_pid(), current_setting('statement_timeout'), current_setting('plan_cache_mode')`,
        ),
      ),
    ).toContain(`data row ["${pid}","1234ms","force_custom_plan"]`);
  });

  it('uses a connected stream that its caller can cork', async () => {
    const socket: Socket = connectSocket(`${inject('cluster').host}/.s.PGSQL.5432`);
    await once(socket, 'connect');
    socket.connect = () => {
      process.nextTick(() => socket.emit('connect'));
      return socket;
    };
    const client = await open({ stream: () => socket });
    expect(client.connection.stream).toBe(socket);
    socket.cork();
    const answer = record(client, (wire) => wire.query('select'));
    expect(socket.writableLength).toBeGreaterThan(0);
    socket.uncork();
    expect(await answer).toContain('ready');
  });

  it('calls its password function even if the password is empty', async () => {
    const sent: string[] = [];
    const server = createServer((socket) => {
      socket.once('data', () => {
        // Send AuthenticationCleartextPassword, which requests the password.
        socket.write(Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 3]));
        socket.once('data', (data) => {
          sent.push(data.toString('latin1'));
          socket.end();
        });
      });
    });
    onTestFinished(() => void server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const client = new Client({ host: '127.0.0.1', port, user: 'a', password: () => '' });
    client.on('error', () => undefined);
    await expect(client.connect()).rejects.toThrow('Connection terminated');
    expect(sent).toEqual(['p\0\0\0\u0005\0']);
  });

  it('emits the server’s notifications', async () => {
    const client = await open();
    const heard = once(client, 'notification');
    await record(client, (wire) => wire.query(`listen news; notify news, 'hello'`));
    expect(await heard).toMatchObject([{ channel: 'news', payload: 'hello' }]);
  });
});
