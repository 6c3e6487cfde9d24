import { startMailSink, type MailSink } from '@vid/testkit/outside/mail-sink';
import { TestBrowser } from '@vid/testkit/browser';
import { readOutbox } from '@vid/testkit/flows';
import { productionSettings } from '@vid/testkit/production';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';

let sink: MailSink;
let server: TestServer;
let twin: TestServer;

beforeAll(async () => {
  sink = await startMailSink();
  server = await startTestServer(inject('cluster'), {
    environment: {
      VID_MAIL_URL: sink.url,
      VID_MAIL_FROM: 'VID <no-reply@example.vn>',
    },
  });
  twin = await server.twin();
});
afterAll(async () => {
  await server.close();
  await sink.close();
});
beforeEach(async () => {
  sink.behave('accept');
  await server.deps.sql`delete from deliveries`;
});

const mailTo = (to: string) =>
  ({
    accountId: to,
    to,
    kind: 'test',
    subject: 'subject.security',
    body: [['Mở https://id.example.vn/']],
    locale: 'vi',
  }) as const;
const queue = (to: string, { deps } = server) => deps.sql.begin((tx) => deps.mail.queue(tx, mailTo(to)));
const sentTo = (to: string) => sink.mails.filter((mail) => mail.to.includes(to));
const messages = () => server.deps.sql<{ status: string; content: Uint8Array | null; attempts: number }[]>`
  select status, sealed_content as content, attempts from deliveries where kind = 'mail' order by created_at`;

async function counts() {
  const text = await server.deps.metrics.registry.getSingleMetricAsString('vid_mail_total');
  const of = (event: string) => Number(text.split(`{event="${event}"} `)[1]?.split('\n')[0] ?? 0);
  return { sent: of('sent'), failed: of('failed') };
}

describe('queued mail', () => {
  it('is sent once after the commit, and then loses its content', async () => {
    await queue('a@example.vn');
    server.deps.mail.kick();
    await server.deps.background.idle();
    expect(sentTo('a@example.vn')).toHaveLength(1);
    expect(sentTo('a@example.vn')[0]?.email.html).toContain('<a href="https://id.example.vn/">');
    expect(await messages()).toEqual([{ status: 'sent', content: null, attempts: 1 }]);
    expect(await server.deps.mail.deliverPending()).toBe(0);
  });

  it('waits for at most a day', async () => {
    await queue('wait@example.vn');
    const day = await server.deps.sql`
      select from deliveries where status = 'pending'
        and expires_at between now() + interval '23 hours' and now() + interval '24 hours'`;
    expect(day).toHaveLength(1);
  });

  it('is encrypted while it waits, and logged without its address', async () => {
    await queue('secret-address@example.vn');
    const [row] = await messages();
    expect(Buffer.from(row?.content ?? []).toString('latin1')).not.toMatch(/secret-address|example/u);
    sink.behave(550);
    await server.deps.mail.deliverPending();
    expect(server.logLines.join('')).toContain('mail not sent');
    expect(server.logLines.join('')).not.toContain('secret-address');
  });

  it('is sent once even if two processes compete', async () => {
    const addresses = Array.from({ length: 10 }, (_, index) => `race-${index}@example.vn`);
    for (const to of addresses) await queue(to);
    const [first, second] = await Promise.all([
      server.deps.mail.deliverPending(),
      twin.deps.mail.deliverPending(),
    ]);
    expect(first + second).toBe(10);
    for (const to of addresses) expect(sentTo(to)).toHaveLength(1);
  });

  it('is dropped if its transaction is rolled back', async () => {
    const change = server.deps.sql.begin(async (tx) => {
      await server.deps.mail.queue(tx, mailTo('rolled-back@example.vn'));
      throw new Error('the change failed');
    });
    await expect(change).rejects.toThrow('the change failed');
    expect(await server.deps.mail.deliverPending()).toBe(0);
  });

  it('is retried after a temporary refusal, but not after a permanent one', async () => {
    await queue('busy@example.vn');
    sink.behave(451);
    expect(await server.deps.mail.deliverPending()).toBe(1);
    expect(await messages()).toMatchObject([{ status: 'pending', attempts: 1 }]);
    expect(await server.deps.mail.deliverPending()).toBe(0);
    await server.deps.sql`update deliveries set next_attempt_at = next_attempt_at - interval '31 seconds'`;
    sink.behave('accept');
    expect(await server.deps.mail.deliverPending()).toBe(1);
    expect(await messages()).toEqual([{ status: 'sent', content: null, attempts: 2 }]);

    for (const [to, behaviour] of [
      ['gone@example.vn', 550],
      ['cut@example.vn', 'cut'],
    ] as const) {
      await queue(to);
      sink.behave(behaviour);
      expect(await server.deps.mail.deliverPending()).toBe(1);
      expect((await messages()).at(-1)).toEqual({ status: 'failed', content: null, attempts: 1 });
    }
  });

  it('is retried after twice the wait for each temporary refusal', async () => {
    const { sql, mail } = server.deps;
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    await queue('slow@example.vn');
    sink.behave(451);
    for (const seconds of [30, 60, 120]) {
      expect(await mail.deliverPending()).toBe(1);
      const [row] = await sql`
        select round(extract(epoch from next_attempt_at - now()))::int as seconds from deliveries`;
      expect(row).toEqual({ seconds });
      expect(timers).toHaveBeenCalledWith(mail.kick, seconds * 1_000);
      await sql`update deliveries set next_attempt_at = now()`;
    }
  });

  it('fails if its content cannot be opened', async () => {
    await queue('unreadable@example.vn');
    await server.deps.sql`update deliveries set sealed_content = 'x'`;
    expect(await server.deps.mail.deliverPending()).toBe(1);
    expect(await messages()).toEqual([{ status: 'failed', content: null, attempts: 1 }]);
  });

  it('is sent by the next sweep if its process did not send it', async () => {
    await queue('left@example.vn');
    await server.deps.mail.sweep();
    await server.deps.background.idle();
    expect(sentTo('left@example.vn')).toHaveLength(1);
  });

  it('fails after the eighth temporary refusal', async () => {
    const { sql, mail } = server.deps;
    await queue('full@example.vn');
    sink.behave(451);
    for (const [attempts, status] of [
      [6, 'pending'],
      [7, 'failed'],
    ] as const) {
      await sql`update deliveries set attempts = ${attempts}, next_attempt_at = now() where status = 'pending'`;
      expect(await mail.deliverPending()).toBe(1);
      expect((await messages()).at(-1)).toMatchObject({ status, attempts: attempts + 1 });
    }
  });

  it('fails if its process died while sending it', async () => {
    await queue('died@example.vn');
    await server.deps.sql`update deliveries set status = 'sending', lease_until = now() - interval '1 hour'`;
    const before = await counts();
    await server.deps.mail.sweep();
    await server.deps.background.idle();
    expect(sentTo('died@example.vn')).toEqual([]);
    expect(await messages()).toEqual([{ status: 'failed', content: null, attempts: 0 }]);
    expect(await counts()).toEqual({ ...before, failed: before.failed + 1 });
  });

  it('is logged with a hint about the proxy if it is refused', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:9');
    onTestFinished(() => void vi.unstubAllEnvs());
    sink.behave(550);
    await queue('hint@example.vn');
    await server.deps.mail.deliverPending();
    expect(server.logLines.join('')).toContain('HTTPS_PROXY is set, but this connection uses no proxy');
  });

  it('is counted as sent only if the mail server accepted it', async () => {
    const { sent, failed } = await counts();
    await queue('counted@example.vn');
    await server.deps.mail.deliverPending();
    expect(await counts()).toEqual({ sent: sent + 1, failed });
    sink.behave(550);
    await queue('refused@example.vn');
    await server.deps.mail.deliverPending();
    expect(await counts()).toEqual({ sent: sent + 1, failed: failed + 1 });
  });
});

describe('the association in mail', () => {
  it('is named in the sender, the subject and the contact', async () => {
    const { sql, appParams } = server.deps;
    await queue('before@example.vn');
    await server.deps.mail.deliverPending();
    expect(sentTo('before@example.vn')[0]?.email).toMatchObject({
      from: { name: 'VID', address: 'no-reply@example.vn' },
      subject: '[VID] Thông báo bảo mật tài khoản',
    });
    const name = { vi: 'Hội Nhà Đất, "A"', en: 'Land Association' };
    await sql`
      insert into app_params (name, value) values
        ('brand', ${sql.json({ name, shortName: { vi: 'Hội NĐ', en: 'LA' }, logo: null, colours: null })}),
        ('contact', ${sql.json({ phone: '1900 1234', email: 'hotro@hoi.vn', address: null })})`;
    await appParams.refresh();
    await queue('after@example.vn');
    await server.deps.mail.deliverPending();
    const [mail] = sentTo('after@example.vn');
    expect(mail?.from).toBe('no-reply@example.vn');
    expect(mail?.email).toMatchObject({
      from: { name: name.vi, address: 'no-reply@example.vn' },
      subject: '[Hội NĐ] Thông báo bảo mật tài khoản',
    });
    expect(mail?.email.text).toContain('Hội Nhà Đất, "A" · 1900 1234 · hotro@hoi.vn');
    await sql`delete from app_params`;
    await appParams.refresh();
  });
});

it('four queued mails are sent at a time, leased for a minute', async () => {
  const answer = Promise.withResolvers<'accepted'>();
  const slow = await startTestServer(inject('cluster'), {
    overrides: { mailGateway: { send: () => answer.promise } },
  });
  const { sql, mail } = slow.deps;
  for (let n = 0; n < 6; n += 1) await queue(`slow-${n}@example.vn`, slow);
  const sending = mail.deliverPending();
  const leased = () => sql`
    select round(extract(epoch from lease_until - now()) / 10)::int * 10 as seconds from deliveries where status = 'sending'`;
  await vi.waitFor(async () => expect(await leased()).not.toEqual([]));
  expect(await leased()).toEqual(Array.from({ length: 4 }, () => ({ seconds: 60 })));
  answer.resolve('accepted');
  expect(await sending).toBe(6);
  await slow.close();
});

describe('a server without VID_MAIL_URL', () => {
  it('writes mail to the outbox in evaluation mode', async () => {
    const evaluation = await startTestServer(inject('cluster'));
    expect(evaluation.deps.mail.isConfigured).toBe(true);
    await queue('an@example.vn', evaluation);
    expect(await evaluation.deps.mail.deliverPending()).toBe(1);
    const [entry] = await readOutbox(new TestBrowser(evaluation.app));
    expect(entry).toMatchObject({ kind: 'mail', to: 'an@example.vn', purpose: 'test', code: null });
    expect(entry?.text).toMatch(/^\[VID\] Thông báo bảo mật tài khoản\n\nMở https:/u);
    await evaluation.close();
  });

  it('stores no mail in production', async () => {
    const production = await startTestServer(inject('cluster'), { environment: productionSettings });
    expect(production.deps.mail.isConfigured).toBe(false);
    await queue('an@example.vn', production);
    expect(await production.deps.sql`select 1 from deliveries`).toEqual([]);
    await production.close();
  });

  it('leaves mail waiting that was queued while production had a mail server', async () => {
    const production = await startTestServer(inject('cluster'), { environment: productionSettings });
    const { deliveries, mail, sql } = production.deps;
    const row = {
      kind: 'mail',
      id: 'mail_1',
      type: 'test',
      receiver: 'r',
      sealedContent: Buffer.from('x'),
    } as const;
    await deliveries.insert(sql, { ...row, isUrgent: false, delaySeconds: 0, ttlSeconds: 60 });
    expect(await mail.deliverPending()).toBe(0);
    expect(await sql`select status from deliveries`).toEqual([{ status: 'pending' }]);
    await production.close();
  });
});
