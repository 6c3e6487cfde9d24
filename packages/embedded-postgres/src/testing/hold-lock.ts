import { DataFolderLockedError, lockDataFolder } from '../data-folder-lock.ts';

try {
  await lockDataFolder(process.argv[2] ?? '', { command: 'npm start' });
  process.stdout.write('held\n');
  setInterval(() => undefined, 60_000);
} catch (error) {
  if (!(error instanceof DataFolderLockedError)) throw error;
  process.stdout.write(`refused ${error.holder?.pid ?? 'unknown'}\n`);
}
