import { fieldReasons } from '@vid/contract/field-reasons';
import { createHash } from 'node:crypto';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { createAccount, createAdmin, goodPassword, insertOtpToken, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { recordEvents, type EventsOf } from '#platform/webhooks/testing/recorded-events.ts';
import { openRow } from './sealed-row.ts';
import { importsPath } from './testing/import-file.ts';
import { importSteps } from './testing/import-steps.ts';

let server: TestServer;
let eventsOf: EventsOf;
let admin: Awaited<ReturnType<typeof createAdmin>>;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  eventsOf = await recordEvents(server.deps.sql);
  admin = await createAdmin(server);
});
afterAll(() => server.close());

const { upload, work, post, stateOf, rowsOf, accountOf, check, importAll } = importSteps(() => ({
  server,
  admin,
}));
const idOf = async (phone: string) => String((await accountOf(phone))?.['id']);
const credentialOf = async (phone: string) => {
  const [row] = await server.deps.sql<{ hash: string }[]>`
    select p.hash from password_credentials p join accounts a on a.id = p.account_id where a.phone = ${phone}`;
  return row?.hash ?? '';
};

/** Signs in for the first time with an imported password, which requires a code. */
async function firstSignIn(phone: string): Promise<TestBrowser> {
  const browser = new TestBrowser(server.app);
  const otpToken = await insertOtpToken(server, browser, phone, 'signin');
  const answer = await browser.post('/vid/ajax/auth/login/phone', {
    phone,
    password: goodPassword,
    otpToken,
  });
  expect(answer.status).toBe(200);
  return browser;
}

describe('an import', () => {
  it('keeps the password hash of a new account only', async () => {
    const [phone, existing] = [freshPhone(), await createAccount(server)];
    const hash = await bcrypt(goodPassword, { cost: 4 });
    const id = await upload(
      `phone,hash\n${[phone, phone, existing.phone].map((each) => `${each},${hash}`).join('\n')}\n`,
    );
    await check(id, { phone: 0, passwordHash: 1 });
    const rows = await server.deps.sql<{ sealedRow: Buffer }[]>`
      select sealed_row from import_rows where import_id = ${id} order by row`;
    expect(rows.map(({ sealedRow }) => openRow(server.deps.keys, sealedRow).hash)).toMatchObject([
      { kind: 'bcrypt' },
      null,
      null,
    ]);
  });

  it('reads Firebase hashes with the parameters of their project', async () => {
    const phone = freshPhone();
    const hash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==';
    const id = await upload(`phone,hash,salt\n${phone},${hash},42xEC+ixf3L2lw==\n`);
    const mapping = { phone: 0, passwordHash: 1, passwordSalt: 2 };
    const missing = await post(id, 'check', { mapping, hashFormat: 'firebase-scrypt' });
    expect([missing.code, missing.fields]).toEqual([
      'VALIDATION_FAILED',
      { firebase: fieldReasons.required.vi },
    ]);
    const firebase = {
      signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
      saltSeparator: 'Bw==',
      rounds: 8,
      memoryCost: 14,
    };
    const preview = await post(id, 'preview', { mapping, hashFormat: 'firebase-scrypt', firebase });
    expect(preview.data['rows']).toMatchObject([{ isValid: true, notes: [] }]);
    const asked = await post(id, 'check', { mapping, hashFormat: 'firebase-scrypt', firebase });
    expect(asked.status).toBe(200);
    await work();
    await post(id, 'start');
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'done', counts: { added: 1 } });
    expect(await credentialOf(phone)).toMatch(/^imported\$/u);
  });

  it('V4 is audited at each step', async () => {
    const phone = freshPhone();
    const id = await importAll(`phone\n${phone}\n`, { phone: 0 });
    await admin.browser.get(`${importsPath}/${id}/report`);
    await admin.browser.get(`${importsPath}/${id}/invalid-rows`);
    const accountId = (await accountOf(phone))?.['id'];
    await post(id, 'undo');
    await work();
    const discarded = await upload('phone\n');
    await post(discarded, 'cancel');
    const events = await server.deps.sql`
      select kind, actor_id, account_id, address <> 'local' as is_request, details from audit_events
      where details ->> 'import' = any(${[id, discarded]}::text[]) order by id`;
    const byAdmin = { actorId: admin.id, accountId: null, isRequest: true };
    const file = 'members.csv';
    expect(events).toEqual([
      { kind: 'import.upload-started', ...byAdmin, details: { import: id, file } },
      { kind: 'import.checked', ...byAdmin, details: { import: id, file } },
      { kind: 'import.started', ...byAdmin, details: { import: id, file } },
      { kind: 'import.report-downloaded', ...byAdmin, details: { import: id } },
      { kind: 'import.invalid-rows-downloaded', ...byAdmin, details: { import: id } },
      { kind: 'import.undone', ...byAdmin, details: { import: id, file } },
      { kind: 'import.upload-started', ...byAdmin, details: { import: discarded, file } },
      { kind: 'import.cancelled', ...byAdmin, details: { import: discarded, file } },
    ]);
    const announced = await eventsOf(String(accountId));
    expect(announced.map(([type]) => type)).toEqual(['account.created', 'account.deleted']);
  });

  it('V4 audits an added account with the import and the administrator', async () => {
    const phone = freshPhone();
    const id = await importAll(`phone\n${phone}\n`, { phone: 0 });
    const events = await server.deps.sql`
      select actor_id, account_id, address, request_id, details from audit_events
      where kind = 'account.created' and details ->> 'import' = ${id}`;
    expect(events).toEqual([
      {
        actorId: admin.id,
        accountId: (await accountOf(phone))?.['id'],
        address: 'local',
        requestId: id,
        details: { by: 'import', import: id },
      },
    ]);
  });

  it('repeats an insert that added no row, and announces the account once', async () => {
    const phone = freshPhone();
    const { sql } = server.deps;
    await sql.unsafe(`
      create sequence attempts;
      create function skip_first() returns trigger language plpgsql as $$ begin
        if nextval('attempts') = 1 then return null; end if;
        return new;
      end $$;
      create trigger skip_first before insert on accounts for each row when (new.phone = '${phone}')
        execute function skip_first()`);
    const announced = async () =>
      (await sql`select from deliveries where endpoint_id = 'whk_recorder' and type = 'account.created'`)
        .count;
    const before = await announced();
    const id = await importAll(`phone\n${phone}\n`, { phone: 0 });
    await sql`drop function skip_first cascade`;
    expect(await stateOf(id)).toMatchObject({ status: 'done', counts: { added: 1, exists: 0 } });
    // No event was published for the account that was not added.
    expect(await announced()).toBe(before + 1);
  });

  it('makes an added account searchable by name', async () => {
    const [named, plain] = [freshPhone(), freshPhone()];
    await importAll(`phone,name,email\n${named},Lê Thị Nhập,nhap@example.vn\n${plain},,\n`, {
      phone: 0,
      name: 1,
      email: 2,
    });
    const found = await admin.browser.post('/vid/api/admin/accounts/search', { search: 'thi nhap' });
    expect(found.data['items']).toMatchObject([{ phone: named }]);
    const rows = await server.deps.sql`
      select agreed_legal, is_email_imported from accounts where phone in (${named}, ${plain}) order by phone = ${plain}`;
    expect(rows).toEqual([
      { agreedLegal: -1, isEmailImported: true },
      { agreedLegal: -1, isEmailImported: false },
    ]);
  });

  it('M3 cannot set the role, the status or the id of an account', async () => {
    const phone = freshPhone();
    const id = await upload(`phone,role,status,id\n${phone},admin,locked,acc_own\n`);
    for (const mapping of [
      { phone: 0, role: 1 },
      { phone: 0, status: 2 },
      { phone: 0, id: 3 },
    ])
      expect((await post(id, 'check', { mapping })).status).toBe(400);
    await check(id, { phone: 0 });
    await post(id, 'start');
    await work();
    expect(await accountOf(phone)).toMatchObject({ role: 'user', status: 'active' });
  });

  it('I8 rejects names with forbidden characters and keeps markup as text', async () => {
    const [bad, svg, nfd] = [freshPhone(), freshPhone(), freshPhone()];
    const id = await importAll(
      `phone,name\n${bad},An\u202Enib\n${svg},<svg onload=alert(1)>\n${nfd},${'Huỳnh Đệ'.normalize('NFD')}\n`,
      { phone: 0, name: 1 },
    );
    expect(await rowsOf(id, '?outcome=invalid')).toMatchObject([
      { row: 2, notes: [{ field: 'name', note: 'characters' }] },
    ]);
    expect([(await accountOf(svg))?.['name'], (await accountOf(nfd))?.['name']]).toEqual([
      '<svg onload=alert(1)>',
      'Huỳnh Đệ'.normalize('NFC'),
    ]);
  });

  it('adds a phone only once even if two files contain it', async () => {
    const phones = Array.from({ length: 30 }, freshPhone);
    const file = `phone\n${phones.join('\n')}\n`;
    const ids = [await upload(file), await upload(file)];
    for (const id of ids) await check(id, { phone: 0 });
    for (const id of ids) await post(id, 'start');
    const twin = await server.twin();
    await Promise.all([work(), twin.deps.modules.memberImport.importWorker.run()]);
    await work();
    const counts = await Promise.all(
      ids.map(
        async (id) =>
          (
            await server.deps.sql<
              { counts: Record<string, number> }[]
            >`select counts from imports where id = ${id}`
          )[0]?.counts ?? {},
      ),
    );
    expect(counts.map(({ added = 0 }) => added).toSorted((a, b) => a - b)).toEqual([0, 30]);
    expect(counts.map(({ exists = 0 }) => exists).toSorted((a, b) => a - b)).toEqual([0, 30]);
  });
});

describe('undoing an import', () => {
  it('removes the accounts that have not been used since the import', async () => {
    const phones = Array.from({ length: 6 }, freshPhone);
    const hash = await bcrypt(goodPassword, { cost: 4 });
    const id = await importAll(`phone,hash\n${phones.map((phone) => `${phone},${hash}`).join('\n')}\n`, {
      phone: 0,
      passwordHash: 1,
    });
    const [used = '', locked = '', owner = '', ...unused] = phones;
    const browser = await firstSignIn(used);
    await browser.post('/vid/ajax/auth/logout');
    await admin.browser.post(`/vid/api/admin/accounts/${String((await accountOf(locked))?.['id'])}/lock`, {
      reason: 'x',
    });
    await createApplication(server, { ownerId: String((await accountOf(owner))?.['id']) });
    const removed = await Promise.all(unused.map(async (phone) => String((await accountOf(phone))?.['id'])));
    expect((await post(id, 'undo')).status).toBe(200);
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'undone', counts: { added: 0, removed: 3, kept: 3 } });
    for (const accountId of removed) {
      const events = await server.deps.sql`
        select kind, address, details from audit_events where account_id = ${accountId} order by id`;
      expect(events).toEqual([
        { kind: 'account.created', address: '', details: {} },
        { kind: 'account.erased', address: 'local', details: {} },
      ]);
      expect(await eventsOf(accountId)).toEqual([
        ['account.created', { sub: accountId, kind: 'personal' }],
        ['account.deleted', { sub: accountId }],
      ]);
    }
    expect(await Promise.all(unused.map(accountOf))).toEqual([undefined, undefined, undefined]);
    expect(await Promise.all([used, locked, owner].map(accountOf))).toMatchObject([{}, {}, {}]);
    expect((await post(id, 'undo')).code).toBe('IMPORT_STATE');
  });
});

it('undoing an import keeps an account that was used, changed or referenced', async () => {
  const { sql } = server.deps;
  const uses = [
    (id: string) => sql`update accounts set updated_at = updated_at + interval '1 second' where id = ${id}`,
    (id: string) => sql`update accounts set role = 'admin' where id = ${id}`,
    (id: string) => sql`update accounts set status = 'locked' where id = ${id}`,
    (id: string) => sql`
      insert into consents (account_id, purpose, notice_version, method, address) values (${id}, 'terms', '1', 'web', 'x')`,
    (id: string) => sql`
      insert into sessions (id, token_hash, account_id, method, amr, is_persistent, user_agent, address, idle_seconds,
        idle_expires_at, expires_at)
      values (${`ses_${id}`}, ${Buffer.alloc(32, 1)}, ${id}, 'otp', '{otp}', true, '', '', 60, now(), now())`,
    (id: string) => sql`insert into account_notes (id, account_id, text) values (${`not_${id}`}, ${id}, 'x')`,
    (id: string) => sql`update enterprises set checked_at = now() where account_id = ${id}`,
    (id: string) => sql`update enterprises set verified_at = now() where account_id = ${id}`,
    (id: string) => sql`update broker_certificates set employer_id = ${id} where account_id = ${admin.id}`,
    (id: string) => sql`
      update broker_certificates set updated_at = updated_at + interval '1 second' where account_id = ${id}`,
    (id: string) => sql`update broker_certificates set checked_at = now() where account_id = ${id}`,
    (id: string) => sql`update accounts set referred_by = ${id} where id = ${admin.id}`,
    (id: string) => sql`
      insert into approvals (id, kind, account_id, requested_by, reason, expires_at)
      values (${`apr_${id}`}, 'grant-admin', ${id}, ${admin.id}, 'x', now())`,
    (id: string) => sql`
      insert into recovery_requests (id, status, channel, account_id, user_agent, address, request_id, expires_at)
      values (${`rec_${id}`}, 'received', 'mail', ${id}, '', '', '', now())`,
  ];
  await sql`
    insert into broker_certificates (account_id, number, province, issued_on) values (${admin.id}, '1', '01', '2024-01-01')`;
  const day = 'Ngày cấp chứng chỉ';
  // An account cannot have both a certificate and an enterprise.
  const phones = uses.map((use) => ({
    phone: freshPhone(),
    isBusiness: String(use).includes('enterprises'),
  }));
  const [erased, unused] = [freshPhone(), freshPhone()];
  const lines = [...phones, { phone: erased, isBusiness: false }, { phone: unused, isBusiness: true }].map(
    ({ phone, isBusiness }) => (isBusiness ? `${phone},Công ty,,,` : `${phone},,HN-1,79,05/06/2024`),
  );
  const id = await importAll(`SĐT,Công ty,Số chứng chỉ,Nơi cấp chứng chỉ,${day}\n${lines.join('\n')}\n`, {
    phone: 0,
    enterpriseName: 1,
    certificateNumber: 2,
    certificateProvince: 3,
    certificateIssuedOn: 4,
  });
  for (const [index, use] of uses.entries()) {
    const { count } = await use(await idOf(phones[index]?.phone ?? ''));
    expect([index, count]).toEqual([index, 1]);
  }
  const erasedId = await idOf(erased);
  await sql.begin((tx) => server.deps.accounts.erase(tx, erasedId));
  await post(id, 'undo');
  await work();
  expect(await stateOf(id)).toMatchObject({
    status: 'undone',
    counts: { rows: uses.length + 2, kept: uses.length, removed: 2, added: 0 },
  });
  const kept = await Promise.all(phones.map(({ phone }) => accountOf(phone)));
  expect(kept.map((account) => account !== undefined)).toEqual(uses.map(() => true));
  await sql`update accounts set referred_by = null where id = ${admin.id}`;
  await sql`delete from broker_certificates where account_id = ${admin.id}`;
});

describe('an imported password', () => {
  it('lets the member sign in, and is rehashed at the first sign-in', async () => {
    const [a, b] = [freshPhone(), freshPhone()];
    const hash = await bcrypt(goodPassword, { cost: 4 });
    await importAll(`phone,password hash\n${a},${hash}\n${b},${hash}\n`, { phone: 0, passwordHash: 1 });
    const stored = await credentialOf(a);
    expect(stored).toMatch(/^imported\$/u);
    expect(stored).not.toContain(hash.slice(-20));
    const wrong = await new TestBrowser(server.app).post('/vid/ajax/auth/login/phone', {
      phone: a,
      password: 'Sai-Rồi 6',
    });
    expect(wrong.code).toBe('AUTH_FAILED');
    await firstSignIn(a);
    await server.deps.background.idle();
    expect(await credentialOf(a)).toContain('$argon2id$');
    expect(await credentialOf(b)).toMatch(/^imported\$/u);
    await signIn(new TestBrowser(server.app), { phone: a, password: goodPassword });
  });

  it('can be a hash whose salt is in another column', async () => {
    const phone = freshPhone();
    const digest = createHash('sha256').update(`${goodPassword}muối`).digest('hex');
    const id = await importAll(
      `phone,hash,salt\n${phone},${digest},muối\n${freshPhone()},${digest},\n`,
      { phone: 0, passwordHash: 1, passwordSalt: 2 },
      'sha256-salt-after',
    );
    expect((await rowsOf(id)).map(({ outcome, notes }) => [outcome, notes])).toMatchObject([
      ['added', []],
      ['added', [{ field: 'passwordHash', note: 'hashSalt', from: null, to: null }]],
    ]);
    await firstSignIn(phone);
  });

  it('M4 requires a code sent to the phone at the first sign-in', async () => {
    const phone = freshPhone();
    const hash = await bcrypt(goodPassword, { cost: 4 });
    await importAll(`phone,hash\n${phone},${hash}\n`, { phone: 0, passwordHash: 1 });
    const browser = new TestBrowser(server.app);
    const answer = await browser.post('/vid/ajax/auth/login/phone', { phone, password: goodPassword });
    expect([answer.code, browser.cookies.has('vid_sid')]).toEqual(['OTP_REQUIRED', false]);
    expect(await server.deps.throttle.check(phone)).toMatchObject({ failures: 0 });
    await server.deps.background.idle();
    expect(await credentialOf(phone)).toMatch(/^imported\$/u);
    const wrongCode = { phone, password: goodPassword, otpToken: 'A'.repeat(43) };
    expect((await browser.post('/vid/ajax/auth/login/phone', wrongCode)).code).toBe('OTP_TOKEN_INVALID');
  });

  it('P1 counts as wrong if its stored hash cannot be opened', async () => {
    const phone = freshPhone();
    const hash = await bcrypt(goodPassword, { cost: 4 });
    await importAll(`phone,hash\n${phone},${hash}\n`, { phone: 0, passwordHash: 1 });
    await server.deps.sql`
      update password_credentials set hash = 'imported$' || encode('\\x0102', 'base64')
      where account_id = (select id from accounts where phone = ${phone})`;
    const answer = await new TestBrowser(server.app).post('/vid/ajax/auth/login/phone', {
      phone,
      password: goodPassword,
    });
    expect([answer.status, answer.code]).toEqual([401, 'AUTH_FAILED']);
  });
});
