import type { Locale } from '@vid/contract/limits';

export type SmsMessage = {
  /** The same on every try, so that a gateway can refuse a second copy. */
  readonly id: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  readonly locale: Locale;
  readonly purpose: string;
};

/**
 * What became of a message. `accepted`: the gateway has it. `refused`: it certainly has not, so another try
 * cannot send it twice. `unknown`: it may have (a time-out after the request was written, a broken answer), so
 * there is no other try.
 */
export type SmsOutcome = 'accepted' | 'refused' | 'unknown';

export type SmsGateway = {
  /** Never throws for a failure of the gateway; `timeoutMs` bounds the whole try. */
  send(message: SmsMessage, options: { readonly timeoutMs: number }): Promise<SmsOutcome>;
};
