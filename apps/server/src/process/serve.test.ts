import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@vid/testkit/database/database';
import { testNetworks, writePlaceDatabase } from '@vid/testkit/database/place-database';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '#config/config.ts';
import { createKeys } from '#lib/keys.ts';
import { createLogger } from '#lib/log/log.ts';
import { createServing } from './serve.ts';

it('a server starts and stops its background work when opened and closed', async () => {
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
  expect(lines.filter((line) => line.includes('place database read'))).toHaveLength(1);
  const { deps } = serving;
  const { attempts, backchannelLogout, events, jobs, mail, outgoing, sms, smsAttempts } = deps;
  const { statistics, storage, webhookDelivery } = deps;
  const starts = [
    vi.spyOn(jobs, 'start').mockReturnValue(),
    vi.spyOn(deps.auditKeeper, 'makeAhead'),
    vi.spyOn(webhookDelivery, 'start'),
    vi.spyOn(backchannelLogout, 'start'),
    vi.spyOn(storage, 'start'),
    vi.spyOn(statistics, 'start'),
  ];
  const stops = [
    ...[attempts, backchannelLogout, events, jobs, mail, sms, statistics, storage, webhookDelivery].map(
      (part) => vi.spyOn(part, 'stop'),
    ),
    vi.spyOn(outgoing, 'close'),
    vi.spyOn(smsAttempts, 'flush'),
  ];
  serving.open();
  expect(deps.availability.state().isMigrated).toBe(true);
  await deps.background.idle();
  await serving.close();
  for (const { mock } of [...starts, ...stops]) expect(mock.calls).toHaveLength(1);
});
