import { createHmac } from 'node:crypto';
import type { Keys } from '#lib/keys.ts';

/**
 * How long a process may take to send a message. While it does, other messages to the receiver wait; a message whose
 * process died blocks them for no longer.
 */
export const leaseSeconds = 60;

/** Returns a keyed digest that groups the messages to a phone or an address without showing it. */
export function receiverOf(keys: Pick<Keys, 'derive'>, address: string): string {
  return createHmac('sha256', keys.derive('receiver')).update(address).digest('base64url');
}
