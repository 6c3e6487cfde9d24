import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export type SinkMail = {
  /** Sender and recipients of the SMTP envelope. */
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly isSecure: boolean;
  readonly email: Email;
};

/**
 * The response to the next messages. `hang` never responds, `cut` accepts the message and breaks the connection, and a
 * number is sent as the SMTP reply.
 */
export type MailBehaviour = 'accept' | 'hang' | 'cut' | number;

export type MailSink = {
  readonly port: number;
  readonly url: string;
  /** Messages that were answered with 250 or accepted with the behaviour `cut`. */
  readonly mails: readonly SinkMail[];
  /** Returns the number of received messages, whatever the response. */
  attempts(): number;
  /**
   * Sets the behaviour of the next messages, one entry for each message. The last entry applies to all later messages.
   */
  behave(...behaviours: readonly MailBehaviour[]): void;
  close(): Promise<void>;
};

type Options = {
  /** Whether the server offers STARTTLS with a certificate that no authority signed. */
  readonly offersTls?: boolean;
  readonly login?: { readonly user: string; readonly password: string };
};

/** Starts an SMTP server on loopback that records its messages. */
export async function startMailSink({ offersTls = false, login }: Options = {}): Promise<MailSink> {
  const mails: SinkMail[] = [];
  let behaviours: MailBehaviour[] = ['accept'];
  let attempts = 0;

  const record = async (content: Buffer, session: SMTPServerSession, done: () => void): Promise<void> => {
    const { mailFrom, rcptTo } = session.envelope;
    mails.push({
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map(({ address }) => address),
      user: typeof session.user === 'string' ? session.user : undefined,
      isSecure: session.secure,
      email: await PostalMime.parse(content),
    });
    done();
  };

  const server = new SMTPServer({
    authOptional: !login,
    allowInsecureAuth: true,
    disabledCommands: [...(offersTls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth({ username, password }, _session, callback) {
      if (username === login?.user && password === login?.password) callback(null, { user: username });
      else callback(new Error('wrong login'));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        attempts += 1;
        const behaviour = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) ?? 'accept';
        if (behaviour === 'hang') return;
        if (typeof behaviour === 'number') {
          callback(Object.assign(new Error('refused by the test'), { responseCode: behaviour }));
          return;
        }
        void record(Buffer.concat(chunks), session, () => {
          if (behaviour === 'accept') callback(null);
          else for (const connection of server.connections) connection.close();
        });
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the mail sink has no port');
  const user = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  return {
    port: address.port,
    url: `smtp://${user}127.0.0.1:${address.port}`,
    mails,
    attempts: () => attempts,
    behave(...next) {
      behaviours = [...next];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of server.connections) connection.close();
      }),
  };
}
