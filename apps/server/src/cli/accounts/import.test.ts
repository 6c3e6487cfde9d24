import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { createAccount, createAdmin, goodPassword } from '@vid/testkit/accounts';
import { freshPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest';
import { readFile as readRows } from '#admin/import/read/read-file.ts';
import { makeXlsx } from '#admin/import/testing/xlsx.ts';
import { createHost } from '../command.ts';
import { runCommand } from '../run.ts';
import { createOperator, type Operator } from '../testing/operator.ts';

let server: TestServer;
let operator: Operator;
let folder: string;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  operator = await createOperator(inject('cluster'), server);
  folder = await mkdtemp(join(tmpdir(), 'vid-import-'));
});
afterAll(async () => {
  await operator.close();
  await server.close();
  await rm(folder, { recursive: true });
});

async function fileOf(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}
type Shown = { id: string; status: string; counts: Record<string, number> };
const json = async (...line: string[]): Promise<Shown> =>
  JSON.parse(await operator.ok('import', ...line, '--json'));
const exists = async (phone: string) =>
  (await server.deps.sql`select from accounts where phone = ${phone}`).count > 0;

it('“import” checks a file before adding members, and can remove them', async () => {
  const phone = freshPhone();
  const path = await fileOf('members.csv', `Máy,Tên\n${phone},Lê Ổn\n123,Sai\n`);
  const dry = await json(path, '--map', 'phone=Máy', '--dry-run');
  expect(dry).toMatchObject({ status: 'checked', counts: { rows: 2, new: 1, invalid: 1 } });
  expect(await exists(phone)).toBe(false);
  const done = await json('resume', dry.id);
  expect([done.status, done.counts['added'], await exists(phone)]).toEqual(['done', 1, true]);
  expect(await operator.ok('import', 'status', dry.id)).toContain('added     1');
  expect(await operator.ok('import', 'list')).toContain(dry.id);
  const report = await operator.ok('import', 'report', dry.id);
  expect(report.split('\r\n')).toHaveLength(3);
  expect(await json('report', dry.id)).toEqual({ csv: `${report}\r\n` });
  const undone = await json('undo', dry.id);
  expect([undone.status, undone.counts['removed'], await exists(phone)]).toEqual(['undone', 1, false]);
});

it('“import” lists columns, fields and formats if a name is unknown', async () => {
  const path = await fileOf('titles.csv', 'Máy,Tên\n1,2\n');
  for (const [args, text] of [
    [[path, '--map', 'phone=Số'], 'Máy, Tên'],
    [[path, '--map', 'role=Tên'], 'passwordSalt'],
    [[path, '--hash-format', 'md5'], 'sha512-salt-after'],
    [[], 'import undo'],
  ] as const) {
    const { code, text: output } = await operator.vid('import', ...args);
    expect([code, output]).toEqual([64, expect.stringContaining(text)]);
  }
});

it('“import” and “export” report an unusable path as a wrong argument', async () => {
  const path = await fileOf('plain-file', 'phone\n');
  const missing = join(folder, 'none', 'members.csv');
  for (const [line, error] of [
    [['import', missing], `${missing} cannot be read: it does not exist.`],
    [['import', '../none/members.csv'], '../none/members.csv cannot be read: it does not exist.'],
    [['import', folder], `${folder} cannot be read: it is a folder.`],
    [['import', `${path}/x.csv`], `${path}/x.csv cannot be read: a part of its path is not a folder.`],
    [['export', missing], `The folder of ${missing} cannot be written to: it does not exist.`],
    [
      ['export', `${path}/x`],
      `The folder of ${path}/x cannot be written to: a part of its path is not a folder.`,
    ],
  ] as const) {
    const { code, text } = await operator.vid(...line, '--json');
    expect([code, JSON.parse(text)]).toEqual([64, { error, message: 'USAGE' }]);
  }
});

it.each([
  { step: 'an import', mode: 'share', shown: 'Adding: 0 of 1 account' },
  { step: 'an export', mode: 'access exclusive', shown: 'Exporting: 0 members' },
])('a command shows the progress of $step on a terminal', async ({ step, mode, shown }) => {
  const line =
    step === 'an import'
      ? ['import', await fileOf('progress.csv', `phone\n${freshPhone()}\n`)]
      : ['export', join(folder, 'progress-export.csv')];
  const rewritten: string[] = [];
  const rewrite = (text: string) => void rewritten.push(text);
  const output = { out: () => undefined, err: () => undefined, rewrite };
  const held = await server.deps.sql.reserve();
  await held`begin`;
  await held`lock table accounts in ${held.unsafe(mode)} mode`;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const running = runCommand(line, { ...createHost(operator.environment), output });
  // `vi.waitFor` advances the fake timers between its checks.
  await vi.waitFor(() => expect(rewritten).toContain(shown), { timeout: 20_000, interval: 50 });
  await held`rollback`;
  held.release();
  expect([await running, rewritten.at(-1)]).toEqual([0, '']);
});

it('“export” writes members in a form that “import” reads back', async () => {
  const name = '=HYPERLINK("http://evil.test")';
  const { phone } = await createAccount(server, { name });
  const plain = join(folder, 'plain.csv');
  await operator.ok('export', plain);
  const text = await readFile(plain, 'utf8');
  expect(text).toContain(`'${phone},"'=HYPERLINK(""http://evil.test"")"`);
  expect(text).not.toContain('$argon2id$');
  expect((await stat(plain)).mode & 0o777).toBe(0o600);
  expect(await json(plain, '--dry-run')).toMatchObject({ counts: { new: 0, invalid: 0 } });
  expect((await operator.vid('export', plain)).text).toContain('already exists');
  expect(await readFile(plain, 'utf8')).toBe(text);
});

it('“export” without --format writes XLSX if the file name ends in .xlsx', async () => {
  const { phone } = await createAccount(server);
  const path = join(folder, 'all.xlsx');
  expect(JSON.parse(await operator.ok('export', path, '--json'))).toMatchObject({ format: 'xlsx' });
  const rows = await Array.fromAsync(readRows('xlsx', createReadStream(path)));
  expect(rows.map(({ cells }) => cells[0])).toContain(phone);
  expect(await json(path, '--dry-run')).toMatchObject({ counts: { new: 0, invalid: 0 } });
  const csv = join(folder, 'really.xlsx');
  await operator.ok('export', csv, '--format', 'csv');
  expect(await readFile(csv, 'utf8')).toContain('phone,name');
});

it('“export” writes the chosen columns, and refuses an unknown column', async () => {
  const path = join(folder, 'columns.csv');
  await operator.ok('export', path, '--columns', 'status, phone');
  expect((await readFile(path, 'utf8')).split('\r\n')[0]).toBe('\u{FEFF}phone,status');
  const unknown = await operator.vid('export', join(folder, 'x.csv'), '--columns', 'phone,hash');
  expect([unknown.code, unknown.text]).toEqual([64, expect.stringContaining('“hash”')]);
});

it('“import” refers to columns by letters in a file without titles', async () => {
  const path = await fileOf('bare.csv', `An,${freshPhone()},x\nBình,${freshPhone()},y\n`);
  const { id, counts } = await json(path, '--map', 'phone=B', '--map', 'name=A', '--dry-run');
  expect(counts).toMatchObject({ rows: 2, new: 2 });
  expect(await operator.ok('import', 'status', id)).toContain('not imported: C');
});

it('“import” reads a workbook with macros', async () => {
  const phone = freshPhone();
  const path = await fileOf(
    'members.xlsm',
    makeXlsx([
      ['Điện thoại', 'Họ tên'],
      [phone, 'Lê Ổn'],
    ]),
  );
  expect(await json(path, '--dry-run')).toMatchObject({ status: 'checked', counts: { rows: 1, new: 1 } });
});

it('“import” names the columns that it does not import', async () => {
  const path = await fileOf(
    'left-out.csv',
    `phone,name,status,created at\n${freshPhone()},An,locked,2026-01-02\n`,
  );
  const { id } = await json(path, '--dry-run');
  expect(await operator.ok('import', 'status', id)).toContain('not imported: status, created at');
  expect(await operator.ok('import', 'report', id)).toContain('Columns not imported,,,"status, created at"');
});

it('“export” writes password hashes once per approval of two administrators', async () => {
  const { phone } = await createAccount(server);
  const imported = freshPhone();
  const hash = await bcrypt(goodPassword, { cost: 4 });
  await json(await fileOf('hashes.csv', `phone,password hash\n${imported},${hash}\n`));
  const full = join(folder, 'full.jsonl');
  const line = ['export', full, '--format', 'jsonl', '--with-hashes'];
  const bare = await operator.vid(...line);
  expect([bare.code, bare.text]).toEqual([64, expect.stringContaining('two administrators')]);
  const [one, two] = [await createAdmin(server), await createAdmin(server)];
  const body = { kind: 'export-hashes', accountId: one.id, reason: 'Hội chuyển hệ thống' };
  await one.browser.post('/vid/api/admin/approvals', body);
  const [approval] = await server.deps.sql`select id from approvals where kind = 'export-hashes'`;
  const id = String(approval?.['id']);
  const early = await operator.vid(...line, '--approval', id);
  expect([early.code, early.text]).toEqual([1, expect.stringContaining('cannot be used')]);
  await expect(stat(full)).rejects.toThrow('ENOENT');
  await two.browser.post(`/vid/api/admin/approvals/${id}/confirm`);
  const secret = server.deps.keys.derive('password').toString('hex');
  expect(await operator.ok(...line, '--approval', id)).toContain(secret);
  const again = ['export', join(folder, 'again.csv'), '--with-hashes', '--approval', id];
  expect((await operator.vid(...again)).text).toContain('cannot be used');
  const rows = (await readFile(full, 'utf8'))
    .trim()
    .split('\n')
    .map((text): Record<string, string> => JSON.parse(text));
  expect(rows.find((row) => row['phone'] === imported)?.['password hash']).toBe(hash);
  expect(rows.find((row) => row['phone'] === phone)?.['password hash']).toMatch(/^\$argon2id\$/u);
  const [audit] = await server.deps.sql`
    select details from audit_events where kind = 'accounts.exported' order by id desc limit 1`;
  expect(audit?.['details']).toEqual({ format: 'jsonl', withHashes: true, approval: id });
});

it('“export” deletes the file of a failed export', async () => {
  const { sql } = server.deps;
  const [one, two] = [await createAdmin(server), await createAdmin(server)];
  await sql`
    insert into approvals (id, kind, status, account_id, requested_by, decided_by, reason, expires_at)
    values ('apr_fails', 'export-hashes', 'confirmed', ${one.id}, ${one.id}, ${two.id}, 'x', now() + interval '1 hour')`;
  const path = join(folder, 'fails.csv');
  await sql`alter table password_credentials rename to renamed`;
  const failed = await operator.vid('export', path, '--with-hashes', '--approval', 'apr_fails');
  await sql`alter table renamed rename to password_credentials`;
  expect(failed.code).toBe(1);
  for (const part of ['password_credentials', 'its file was removed', 'ask for a new one'])
    expect(failed.text).toContain(part);
  await expect(stat(path)).rejects.toThrow('ENOENT');
  expect(await operator.ok('export', path)).not.toContain('approval');
});

it('“export secret” prints the secret only of an export with hashes', async () => {
  const { sql, keys } = server.deps;
  const { id } = await createAdmin(server);
  for (const withHashes of [true, false])
    await sql`
      insert into member_exports (id, columns, format, with_hashes, status, requested_by, expires_at)
      values (${`mex_${String(withHashes)}`}, '{phone}', 'csv', ${withHashes}, 'ready', ${id}, now() + interval '1 hour')`;
  expect(await operator.ok('export', 'secret', 'mex_true')).toContain(
    keys.derive('password').toString('hex'),
  );
  expect((await operator.vid('export', 'secret', 'mex_false')).code).toBe(1);
});
