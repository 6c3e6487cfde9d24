import type { SmsCause, SmsChannel } from '@vid/contract/endpoints/admin/sms-shapes';
import type { Locale } from '@vid/contract/limits';

export type SmsMessage = {
  /** Message id, the same in every attempt, so that a gateway can drop a duplicate. */
  readonly id: string;
  /** Phone number in E.164 form. */
  readonly to: string;
  readonly text: string;
  readonly codeId?: string | undefined;
  /** The code in the text; undefined for a notice, and for a gateway that needs only the text. */
  readonly code?: string | undefined;
  readonly locale: Locale;
  readonly purpose: string;
};

/**
 * `accepted`: the gateway has the message. `number-refused`, `text-refused` and `channel-broken`: the gateway
 * certainly does not have the message, because of its number, because of its text or sender name, or for a
 * reason that concerns every message (no balance, wrong key, outage). `unknown`: the gateway may have the
 * message (a timeout after the request, a malformed response), so the message is not sent again.
 */
export type SmsOutcome = 'accepted' | 'number-refused' | 'text-refused' | 'channel-broken' | 'unknown';

export type SmsFailure = {
  readonly outcome: Exclude<SmsOutcome, 'accepted'>;
  readonly cause: SmsCause;
  /** The gateway's response for the log, without secrets, numbers or text. */
  readonly detail: string;
};
/** `reference`: the gateway's message id. `price`: in VND. */
export type SmsAnswer =
  | { readonly outcome: 'accepted'; readonly reference?: string; readonly price?: number }
  | SmsFailure;

export type SmsGateway = {
  readonly channel: SmsChannel;
  /** True if the gateway has a template for codes only and cannot send notices. */
  readonly carriesCodesOnly?: boolean;
  /**
   * Seconds without a delivery report after which the next gateway sends the message; undefined if no other
   * gateway takes over.
   */
  readonly reportSeconds?: number;
  readonly price?: number | undefined;
  /** Returns the account's balance in VND; undefined if the gateway does not report it. */
  readonly readBalance?: (options: { readonly timeoutMs: number }) => Promise<number | undefined>;
  /**
   * Sends a message. Does not reject because of the gateway. `timeoutMs` limits the request to the gateway.
   */
  send(message: SmsMessage, options: { readonly timeoutMs: number }): Promise<SmsAnswer>;
};

/**
 * A delivery report. `smsId`: VID's message id. `reference`: the gateway's message id. The price is in VND.
 */
export type SmsReport = {
  readonly smsId: string | null;
  readonly reference: string | null;
  readonly isDelivered: boolean;
  readonly price: number | null;
};
