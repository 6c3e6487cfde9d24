import type { MailGateway, MailMessage, MailOutcome } from './mail.ts';

export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /**
   * `implicit`: TLS from the first byte. `starttls`: an upgrade to TLS is required before credentials and
   * messages.
   */
  readonly tls: 'implicit' | 'starttls' | 'none';
  readonly user: string;
  readonly password: string;
};

type Options = {
  readonly server: SmtpServer;
  readonly from: string;
  /** Host name of the public URL, used in Message-ID and EHLO. */
  readonly hostname: string;
  /** Called with each failure. The detail contains no text from the server, which may quote the recipient. */
  readonly onFailure: (detail: { readonly step: string; readonly code: string | number }) => void;
};

/**
 * Creates a gateway that sends each message over a separate SMTP connection. Connecting and sending are
 * separate steps, because a failed connection means that no message was sent.
 */
export function createSmtpMailGateway({ server, from, hostname, onFailure }: Options): MailGateway {
  return {
    async send(message, { timeoutMs }) {
      const { envelope, content } = await compose(message, from, hostname);
      const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection');
      const connection = new SmtpConnection({
        host: server.host,
        port: server.port,
        secure: server.tls === 'implicit',
        requireTLS: server.tls === 'starttls',
        ignoreTLS: server.tls === 'none',
        name: hostname,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        dnsTimeout: timeoutMs,
        socketCloseTimeout: 0,
      });
      let step: 'connect' | 'login' | 'send' = 'connect';
      const limit = Promise.withResolvers<never>();
      const timer = setTimeout(() => limit.reject(new Error('no answer in time')), timeoutMs);
      // A connection that breaks between two steps only emits `error`, which would end the process without a
      // listener.
      const failed = new Promise<never>((_, reject) => connection.on('error', reject));
      failed.catch(() => undefined);
      const untilDone = (start: (done: (error?: Error | null) => void) => void): Promise<unknown> =>
        Promise.race([
          limit.promise,
          failed,
          new Promise<void>((resolve, reject) => {
            start((error) => (error ? reject(error) : resolve()));
          }),
        ]);
      try {
        await untilDone((done) => connection.connect(done));
        step = 'login';
        if (server.user !== '')
          await untilDone((done) => connection.login({ user: server.user, pass: server.password }, done));
        step = 'send';
        await untilDone((done) => connection.send(envelope, content, done));
        connection.quit();
        return 'accepted';
      } catch (error) {
        const reply = replyCode(error);
        onFailure({ step, code: reply ?? errorCode(error) });
        connection.close();
        return step === 'send' ? outcomeOf(reply) : 'deferred';
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function compose(message: MailMessage, from: string, hostname: string) {
  // Load nodemailer with the first e-mail, because most commands send none.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const node = new MailComposer({
    from: message.senderName === undefined ? from : { name: message.senderName, address: addressIn(from) },
    // Pass an object, so that a comma in the address cannot add a recipient.
    to: { name: '', address: message.to },
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: `<${message.id}@${hostname}>`,
    // `Auto-Submitted` prevents out-of-office replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': message.locale },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from: sender, to } = node.getEnvelope();
  return { envelope: { from: sender, to }, content: await node.build() };
}

function addressIn(sender: string): string {
  return /[^\s<>]+@[^\s<>]+/u.exec(sender)?.[0] ?? sender;
}

/** Returns the outcome for an SMTP reply code. Without a reply, the server may have accepted the message. */
function outcomeOf(reply: number | undefined): MailOutcome {
  if (reply === undefined) return 'unknown';
  return reply >= 500 ? 'rejected' : 'deferred';
}

function replyCode(error: unknown): number | undefined {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : undefined;
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'timeout';
}
