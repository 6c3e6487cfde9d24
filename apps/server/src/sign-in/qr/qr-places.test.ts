import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { testNetworks, writePlaceDatabase } from '@vid/testkit/database/place-database';
import { readOutbox } from '@vid/testkit/flows';
import { approveQr, scanQr, startQr } from '@vid/testkit/sign-in/qr';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const hanoi = '203.0.113.7';
const otherVietnamese = '192.0.2.7';
const tokyo = '198.51.100.7';
let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-qr-places-'));
  const file = join(folder, 'city.mmdb');
  await writePlaceDatabase(file, testNetworks);
  server = await startTestServer(inject('cluster'), { environment: { VID_GEOIP_FILE: file } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function phoneWithoutPassword() {
  const [account, phone] = [await createAccount(server), new TestBrowser(server.app)];
  await signIn(phone, account);
  await server.deps.sql`update sessions set confirmed_at = null where account_id = ${account.id}`;
  return phone;
}

describe('a QR sign-in with a place database', () => {
  it('Q3 shows the screen’s place in the language of the phone', async () => {
    const phone = await phoneWithoutPassword();
    const started = await startQr(new TestBrowser(server.app), hanoi);
    expect((await scanQr(phone, started, otherVietnamese)).data['place']).toBe('Hà Nội, Việt Nam');
    const { data } = await phone.post(
      `/vid/ajax/auth/qr/${started.qrId}/scan`,
      {},
      { headers: { 'accept-language': 'en' } },
    );
    expect(data['place']).toBe('Hanoi, Vietnam');
  });

  it('Q3 requires a confirmed session for an approval from another country', async () => {
    for (const [address, status] of [
      [tokyo, 403],
      [otherVietnamese, 200],
    ] as const) {
      const phone = await phoneWithoutPassword();
      const started = await startQr(new TestBrowser(server.app), hanoi);
      await scanQr(phone, started, address);
      expect((await approveQr(phone, started, { address })).status).toBe(status);
    }
  });
});

it('the report link of a notice shows the place of its event', async () => {
  const { sql, notices, background } = server.deps;
  const account = await createAccount(server);
  const caller = { userAgent: '', address: tokyo };
  await sql.begin((tx) => notices.notify(tx, { account, kind: 'passkey-added', caller }));
  notices.kick();
  await background.idle();
  const browser = new TestBrowser(server.app);
  const sms = (await readOutbox(browser)).find(({ to }) => to === account.phone);
  const code = /\/not-me#([\w-]{22})/u.exec(sms?.text ?? '')?.[1];
  const { data } = await browser.post('/vid/ajax/auth/not-me/event', { code });
  expect(data['place']).toBe('Tokyo, Nhật Bản');
});

it('the list of sessions contains the known places of the sessions', async () => {
  const [account, phone] = [await createAccount(server), new TestBrowser(server.app)];
  await signIn(phone, account);
  const places = async () => {
    const answer = await phone.get('/vid/api/sessions');
    return answer.raw.json<{ data: { place?: string }[] }>().data.map(({ place }) => place);
  };
  expect(await places()).toEqual([undefined]);
  await server.deps.sql`update sessions set address = ${tokyo} where account_id = ${account.id}`;
  expect(await places()).toEqual(['Tokyo, Nhật Bản']);
});
