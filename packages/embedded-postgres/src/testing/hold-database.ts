// A program for tests to kill. It locks a data folder, runs the folder's database, prints the connection and waits.
import { lockDataFolder } from '../data-folder-lock.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const folder = await lockDataFolder(process.argv[2] ?? '', {
  command: 'npm start',
  address: 'http://127.0.0.1:1',
});
const database = await startEmbeddedPostgres({ folder, log: () => undefined });
process.stdout.write(`${JSON.stringify({ pid: database.pid, host: database.connection.host })}\n`);
setInterval(() => undefined, 60_000);
