import type { Carrier, SmsChannel } from '@vid/contract/endpoints/admin/sms-shapes';

export type SmsOrders = {
  readonly all: readonly SmsChannel[];
  readonly notice?: readonly SmsChannel[] | undefined;
  readonly carriers: Readonly<Partial<Record<Carrier, readonly SmsChannel[] | undefined>>>;
};

/**
 * Returns the order for a message. The carrier's order takes precedence. If there is a notice order, a notice
 * goes only to its gateways.
 */
export function orderFor(
  { all, notice, carriers }: SmsOrders,
  message: { readonly isCode: boolean; readonly carrier: Carrier },
): readonly SmsChannel[] {
  const own = carriers[message.carrier];
  if (message.isCode || notice === undefined) return own ?? all;
  return own?.filter((channel) => notice.includes(channel)) ?? notice;
}

export function channelsOf({ all, notice = [], carriers }: SmsOrders): readonly SmsChannel[] {
  return [...new Set([...all, ...notice, ...Object.values(carriers).flatMap((own) => own ?? [])])];
}
