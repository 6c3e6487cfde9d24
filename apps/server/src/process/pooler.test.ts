import { createTestDatabase } from '@vid/testkit/database/database';
import { productionSettings } from '@vid/testkit/production';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { TransactionPooler } from '#database/testing/transaction-pooler.ts';
import { endVidProcesses, runVid, startVid } from './testing/vid-process.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pooler: TransactionPooler;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  const { host, user } = inject('cluster');
  database = await createTestDatabase(inject('cluster'));
  pooler = new TransactionPooler(host, 'transaction');
  const port = await pooler.listen();
  const name = 'database' in database.target ? database.target.database : '';
  environment = { ...productionSettings, VID_DATABASE_URL: `postgres://${user}@127.0.0.1:${port}/${name}` };
});
afterAll(async () => {
  await endVidProcesses();
  await pooler.close();
  await database.drop();
});

it('the server exits with code 78 behind a pooler in transaction mode', async () => {
  const vid = startVid(environment);
  expect(await vid.exitCode()).toBe(78);
  expect(vid.lines.join('\n')).toContain('A pooler gives VID another session for each transaction');
});

it('the doctor reports a pooler in transaction mode', async () => {
  const doctor = await runVid(['doctor'], environment);
  expect(doctor.code).toBe(1);
  expect(doctor.text).toMatch(/^fail +a pooler shares or changes VID’s database sessions$/mu);
  const command = await runVid(['create-admin', '0912345678'], environment);
  expect(command.code).not.toBe(0);
  expect(command.text).toContain('A pooler gives VID another session for each transaction');
});
