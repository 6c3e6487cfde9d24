import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer } from '@vid/testkit/server';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createSeeds } from './seeds.service.ts';

async function startSeeds() {
  const server = await startTestServer(inject('cluster'));
  const dataDir = await mkdtemp(join(tmpdir(), 'vid-seeds-'));
  onTestFinished(async () => {
    await server.close();
    await rm(dataDir, { recursive: true });
  });
  const { deps } = server;
  const seeds = createSeeds({ ...deps, config: { ...deps.config, dataDir } });
  return { sql: deps.sql, seeds, file: join(dataDir, 'administrator.txt') };
}

it('evaluation mode starts with an administrator and six sample members', async () => {
  const { sql, seeds, file } = await startSeeds();
  const planted = await seeds.plant();
  expect(planted).toMatchObject({ isNew: true, phone: '+84900000001', file });
  expect(
    await sql`
      select phone, role, kind, name, member_object, province, campaign from accounts
      where phone <> '+84900000103' and phone <> '+84900000104' order by phone`,
  ).toEqual([
    {
      phone: '+84900000001',
      role: 'admin',
      kind: 'personal',
      name: 'Quản trị viên',
      memberObject: null,
      province: null,
      campaign: null,
    },
    {
      phone: '+84900000101',
      role: 'user',
      kind: 'personal',
      name: 'Nguyễn Thị Minh Anh',
      memberObject: 'broker',
      province: '01',
      campaign: 'vid-sample',
    },
    {
      phone: '+84900000102',
      role: 'user',
      kind: 'personal',
      name: 'Trần Quốc Huy',
      memberObject: 'broker',
      province: '79',
      campaign: 'vid-sample',
    },
    {
      phone: '+84900000105',
      role: 'user',
      kind: 'personal',
      name: null,
      memberObject: null,
      province: null,
      campaign: 'vid-sample',
    },
    {
      phone: '+84900000201',
      role: 'user',
      kind: 'enterprise',
      name: null,
      memberObject: 'exchange',
      province: '79',
      campaign: 'vid-sample',
    },
  ]);
  expect(
    await sql`
      select details, count(*)::int as count from audit_events where kind = 'account.created'
      group by details order by count`,
  ).toEqual([
    { details: { by: 'seeds', role: 'admin' }, count: 1 },
    { details: { by: 'seeds', role: 'user' }, count: 6 },
  ]);
  const text = await readFile(file, 'utf8');
  expect(text).toContain(`Password:      ${'password' in planted ? planted.password : ''}\n`);
  expect(text).toContain('  +84900000201  Công ty Cổ phần Sàn giao dịch Bất động sản Phương Nam\n');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('an interrupted first start creates the missing accounts at the next start', async () => {
  const { sql, seeds, file } = await startSeeds();
  await seeds.plant();
  await sql`update accounts set phone = null, role = 'user' where role = 'admin'`;
  await sql`update accounts set phone = '+84900000999' where phone = '+84900000102'`;
  expect(await seeds.plant()).toMatchObject({ isNew: true });
  expect(await seeds.plant()).toEqual({ isNew: false, file });
  expect(
    await sql`select phone from accounts where phone in ('+84900000102', '+84900000001') order by phone`,
  ).toEqual([{ phone: '+84900000001' }, { phone: '+84900000102' }]);
});
