import { createAccount } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createManagedApplicationsRepo } from './applications.repo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

it('an application’s details count each person once, up to a limit', async () => {
  const { sql } = server.deps;
  const { id: owner } = await createAccount(server);
  const { id: appId } = await createApplication(server, { ownerId: owner, access: 'open' });
  await sql`
    insert into application_roles (application_id, code, name) values (${appId}, 'a', 'A'), (${appId}, 'b', 'B')`;
  const accounts = await Promise.all(Array.from({ length: 4 }, () => createAccount(server)));
  for (const [index, { id }] of accounts.entries())
    await sql`
      insert into permissions (id, application_id, account_id, role, status)
      select 'app_' || ${id} || code, ${appId}, ${id}, code, ${index < 2 ? 'locked' : 'active'}
      from unnest(array['a', 'b']) code`;
  const users = await Promise.all(Array.from({ length: 3 }, () => createAccount(server)));
  // A permission in another application does not count in this application.
  const other = await createApplication(server, { ownerId: owner });
  await sql`
    insert into permissions (id, application_id, account_id, role)
    values (${`app_${other.id}`}, ${other.id}, ${users[0]?.id ?? ''}, 'a')`;
  for (const { id } of [...accounts, ...users])
    await sql`insert into application_uses (application_id, account_id, scopes)
        values (${appId}, ${id}, '{openid}')`;
  const find = (max?: number) => createManagedApplicationsRepo(sql, max).find(appId, owner);
  expect(await find()).toMatchObject({ people: 4, locked: 2, usersWithout: 3 });
  expect(await find(7)).toMatchObject({ usersWithout: 3 });
  expect(await find(6)).toMatchObject({ usersWithout: null });
  expect(await find(2)).toMatchObject({ people: 2, locked: 2 });
  expect(await find(1)).toMatchObject({ people: 1, locked: 1 });
  await sql`update applications set access = 'restricted' where id = ${appId}`;
  expect(await find()).toMatchObject({ people: 4, usersWithout: 0 });
});

it('the list of applications contains those that an account owns or manages', async () => {
  const { sql } = server.deps;
  const [me, someone] = [await createAccount(server), await createAccount(server)];
  const add = (code: string, ownerId?: string) => server.deps.applications.add({ code, name: 'x', ownerId });
  const made = [await add('list-c', me.id), await add('list-a', someone.id), await add('list-b')];
  await add('list-d', someone.id);
  for (const { id } of made.slice(1))
    await sql`insert into application_managers (application_id, account_id) values (${id}, ${me.id})`;
  const rows = await createManagedApplicationsRepo(sql).list(me.id);
  expect(rows.map(({ code, isOwner }) => [code, isOwner])).toEqual([
    ['list-a', false],
    ['list-b', false],
    ['list-c', true],
  ]);
});
