import { freePort } from '@vid/testkit/network';
import { startMailSink, type MailSink } from '@vid/testkit/outside/mail-sink';
import { afterEach, describe, expect, it } from 'vitest';
import { createSmtpMailGateway, type SmtpServer } from './mail-smtp.ts';
import type { MailMessage } from './mail.ts';

const message: MailMessage = {
  id: 'mail_1',
  to: 'an@example.vn',
  kind: 'test',
  subject: 'Đổi số điện thoại',
  text: 'Xin chào Ánh',
  html: '<p>Xin chào Ánh</p>',
  locale: 'vi',
};
let sink: MailSink | undefined;
afterEach(async () => {
  await sink?.close();
  sink = undefined;
});

function send(
  server: Partial<SmtpServer>,
  { timeoutMs = 5_000, ...changes }: Partial<MailMessage> & { timeoutMs?: number } = {},
) {
  const failures: unknown[] = [];
  const gateway = createSmtpMailGateway({
    server: { host: '127.0.0.1', port: sink?.port ?? 0, tls: 'none', user: '', password: '', ...server },
    from: 'VID của Hội <no-reply@example.vn>',
    hostname: 'id.example.vn',
    onFailure: (detail) => failures.push(detail),
  });
  return gateway.send({ ...message, ...changes }, { timeoutMs }).then((outcome) => ({ outcome, failures }));
}

describe('the SMTP gateway', () => {
  it('sends text and HTML with diacritics, marked as automatic', async () => {
    sink = await startMailSink();
    expect(await send({})).toEqual({ outcome: 'accepted', failures: [] });
    const [mail] = sink.mails;
    expect(mail).toMatchObject({ from: 'no-reply@example.vn', to: ['an@example.vn'] });
    expect(mail?.email).toMatchObject({
      messageId: '<mail_1@id.example.vn>',
      subject: message.subject,
      from: { name: 'VID của Hội', address: 'no-reply@example.vn' },
    });
    expect(mail?.email.text?.trim()).toBe(message.text);
    expect(mail?.email.html?.trim()).toBe(message.html);
    const headers = Object.fromEntries((mail?.email.headers ?? []).map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'content-language': 'vi' });
    expect(headers).not.toHaveProperty('x-mailer');
  });

  it('signs in to the mail server, and defers with a wrong password', async () => {
    sink = await startMailSink({ login: { user: 'vid', password: 'p@ss' } });
    expect((await send({ user: 'vid', password: 'p@ss' })).outcome).toBe('accepted');
    expect(sink.mails[0]?.user).toBe('vid');
    // A wrong password only defers the mail, because the operator may correct the setting before the last
    // attempt.
    expect(await send({ user: 'vid', password: 'wrong' })).toMatchObject({
      outcome: 'deferred',
      failures: [{ step: 'login', code: 535 }],
    });
  });

  it('shows the message’s sender name in front of the configured address', async () => {
    sink = await startMailSink();
    await send({}, { senderName: 'Hội "Nhà, Đất" <x@y.vn>' });
    expect(sink.mails[0]).toMatchObject({
      from: 'no-reply@example.vn',
      email: { from: { name: 'Hội "Nhà, Đất" <x@y.vn>', address: 'no-reply@example.vn' } },
    });
  });

  it.each<Partial<MailMessage>>([
    { to: 'an@example.vn, other@example.vn' },
    { to: 'an@example.vn\r\nBcc: other@example.vn' },
    { senderName: 'Hội\r\nBcc: other@example.vn' },
    { subject: '[Hội]\r\nBcc: other@example.vn' },
  ])('adds no recipient or header for %j', async (changes) => {
    sink = await startMailSink();
    await send({}, changes);
    expect(sink.mails.flatMap((mail) => mail.to)).not.toContain('other@example.vn');
    expect(sink.mails.flatMap(({ email }) => email.headers.map(({ key }) => key))).not.toContain('bcc');
  });

  it.each([
    [421, 'deferred'],
    [451, 'deferred'],
    [500, 'rejected'],
    [550, 'rejected'],
  ] as const)('treats the SMTP reply %i as %s', async (reply, outcome) => {
    sink = await startMailSink();
    sink.behave(reply);
    expect(await send({})).toEqual({ outcome, failures: [{ step: 'send', code: reply }] });
  });

  it.each(['hang', 'cut'] as const)(
    'reports an unknown outcome if the server’s behaviour is “%s”',
    async (behaviour) => {
      sink = await startMailSink();
      sink.behave(behaviour);
      expect((await send({}, { timeoutMs: 1_000 })).outcome).toBe('unknown');
    },
  );

  it('defers an e-mail if nothing listens on the port', async () => {
    expect((await send({ port: await freePort() })).outcome).toBe('deferred');
  });

  it('sends nothing without the TLS that the settings require', async () => {
    sink = await startMailSink();
    expect((await send({ tls: 'starttls' })).outcome).toBe('deferred');
    expect((await send({ tls: 'implicit' })).outcome).toBe('deferred');
    expect(sink.attempts()).toBe(0);
  });

  it('rejects a certificate that no authority signed', async () => {
    sink = await startMailSink({ offersTls: true });
    expect((await send({ tls: 'starttls' })).outcome).toBe('deferred');
    expect(sink.attempts()).toBe(0);
  });
});
