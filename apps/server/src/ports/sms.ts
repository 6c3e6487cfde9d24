import type { Locale } from '@vid/contract/limits';

export type SmsMessage = {
  /** The id is the same on every attempt, so that a gateway can drop a duplicate. */
  readonly id: string;
  /** The phone number in E.164 format. */
  readonly to: string;
  readonly text: string;
  readonly locale: Locale;
  readonly purpose: string;
};

/**
 * `accepted`: the gateway has the message. `refused`: the gateway certainly does not have the message, so a retry
 * cannot send it twice. `unknown`: the gateway may have the message (a timeout after the request, a broken response),
 * so there is no retry.
 */
export type SmsOutcome = 'accepted' | 'refused' | 'unknown';

export type SmsGateway = {
  /** Never rejects because of the gateway; `timeoutMs` limits the whole attempt. */
  send(message: SmsMessage, options: { readonly timeoutMs: number }): Promise<SmsOutcome>;
};
