import type { Locale } from '@vid/contract/limits';

export type MailMessage = {
  /** The same on every attempt, and the Message-ID, so that a mail server can drop a duplicate. */
  readonly id: string;
  readonly to: string;
  /** Replaces the name in `VID_MAIL_FROM`. */
  readonly senderName?: string;
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly locale: Locale;
};

/**
 * `accepted`: the mail server has the message. `deferred`: the server refused the message for now. `rejected`: the
 * server refused the message for good. `unknown`: the server may have the message, so there is no retry.
 */
export type MailOutcome = 'accepted' | 'deferred' | 'rejected' | 'unknown';

export type MailGateway = {
  /** Never rejects because of the mail server; `timeoutMs` limits the whole attempt. */
  send(message: MailMessage, options: { readonly timeoutMs: number }): Promise<MailOutcome>;
};
