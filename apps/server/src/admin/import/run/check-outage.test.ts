import { createAdmin } from '@vid/testkit/accounts';
import { freshPhone } from '@vid/testkit/flows';
import { startReplyCutter } from '@vid/testkit/http/reply-cutter';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { importsPath, uploadImport } from '../testing/import-file.ts';

let cutter: Awaited<ReturnType<typeof startReplyCutter>>;
let server: TestServer;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  cutter = await startReplyCutter(inject('cluster'));
  server = await startTestServer(inject('cluster'), { proxyPort: cutter.port });
  admin = await createAdmin(server);
});
afterAll(async () => {
  await server.close();
  await cutter.close();
});

const rows = 250;

async function startCheck(): Promise<string> {
  const phones = Array.from({ length: rows }, freshPhone);
  const id = await uploadImport(admin.browser, `phone\n${phones.join('\n')}\n`);
  expect((await admin.browser.post(`${importsPath}/${id}/check`, { mapping: { phone: 0 } })).status).toBe(
    200,
  );
  return id;
}
async function resultOf(id: string) {
  const [row] = await server.deps.sql`
    select i.status, i.problem, i.check_attempts, (i.counts ->> 'new')::int as new,
      (select count(*)::int from import_rows where import_id = i.id) as stored
    from imports i where i.id = ${id}`;
  return row;
}
const complete = { status: 'checked', problem: null, checkAttempts: 1, new: rows, stored: rows };

it('checking an import repeats a batch that the database cancelled', async () => {
  const { sql } = server.deps;
  await sql.unsafe(`
    create sequence batches;
    create function cancel_second() returns trigger language plpgsql as $$ begin
      if nextval('batches') = 2 then raise exception 'slow' using errcode = 'query_canceled'; end if;
      return null;
    end $$;
    create trigger cancel_second before insert on import_rows execute function cancel_second()`);
  const id = await startCheck();
  await server.deps.modules.memberImport.importWorker.run(id);
  await sql`drop function cancel_second cascade`;
  expect(await resultOf(id)).toEqual(complete);
});

it('checking an import reports no file problem after a server failure', async () => {
  const { sql } = server.deps;
  await sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin
      raise exception 'broken'; end $$;
    create trigger refuse before insert on import_rows execute function refuse()`);
  const id = await startCheck();
  await server.deps.modules.memberImport.importWorker.run(id);
  await sql`drop function refuse cascade`;
  expect(await resultOf(id)).toMatchObject({ status: 'checking', problem: null, stored: 0 });
});

it('D4 checking an import continues after a lost connection, and stores each row once', async () => {
  // The first two replies belong to the claim, and the last reply to the list of imports whose accounts are to
  // be added.
  for (let replies = 2, wasCut = true; wasCut; replies += 1) {
    const id = await startCheck();
    cutter.cutAfter(replies);
    await server.deps.modules.memberImport.importWorker.run(id).catch(() => undefined);
    wasCut = cutter.stop();
    expect(await resultOf(id), `cut after ${replies} replies`).toEqual(complete);
  }
});
