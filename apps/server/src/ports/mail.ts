import type { Locale } from '@vid/contract/limits';

export type MailMessage = {
  /** Message-ID, the same in every attempt, so that a mail server can drop a duplicate. */
  readonly id: string;
  readonly to: string;
  /** Sender name that replaces the name in `VID_MAIL_FROM`. */
  readonly senderName?: string;
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly locale: Locale;
};

/**
 * `accepted`: the mail server has the message. `deferred`: the server certainly does not have the message and
 * may accept it later. `rejected`: the mail server refused the message permanently. `unknown`: the server may
 * have the message, so it is not sent again.
 */
export type MailOutcome = 'accepted' | 'deferred' | 'rejected' | 'unknown';

export type MailGateway = {
  send(message: MailMessage, options: { readonly timeoutMs: number }): Promise<MailOutcome>;
};
