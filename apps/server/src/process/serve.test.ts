import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@vid/testkit/database';
import { testNetworks, writePlaceDatabase } from '@vid/testkit/place-database';
import { expect, inject, it, onTestFinished } from 'vitest';
import { readConfig } from '#config/config.ts';
import { createKeys } from '#lib/keys.ts';
import { createLogger } from '#lib/log/log.ts';
import { createServing } from './serve.ts';

it('a server reads its place database before it accepts requests', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vid-serve-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'city.mmdb');
  await writePlaceDatabase(file, testNetworks);
  const database = await createTestDatabase(inject('cluster'));
  onTestFinished(() => database.drop());
  const lines: string[] = [];
  const serving = await createServing({
    config: readConfig({ VID_PORT: '8080', VID_GEOIP_FILE: file }, { dataDir: folder }),
    target: database.target,
    keys: createKeys(),
    log: createLogger('info', { write: (line: string) => void lines.push(line) }),
  });
  await serving.close();
  expect(lines.filter((line) => line.includes('place database read'))).toHaveLength(1);
});
