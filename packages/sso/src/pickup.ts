export type Returned = { readonly authCode?: unknown; readonly state?: unknown; readonly iss?: unknown };

type Offer = Returned & { readonly until?: unknown };

const channelName = 'vid-sso';
/** Lifetime of an offer. A busy phone can take seconds to run the handler of the waiting window. */
const offerTtlMs = 2_000;

/** Offers an authorization response to the window that waits for this state. Returns whether a window accepted it. */
export function handOver(returned: Returned, state: string): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const finish = (wasTaken: boolean): void => {
      clearTimeout(timer);
      channel.close();
      resolve(wasTaken);
    };
    // Wait longer than the offer is valid, so that a confirmation sent just in time still arrives.
    const timer = setTimeout(() => finish(false), offerTtlMs + 1_000);
    channel.addEventListener('message', ({ data }: MessageEvent<{ pickedUp?: unknown } | null>) => {
      if (data?.pickedUp === state) finish(true);
    });
    const offer: Offer = { ...returned, until: Date.now() + offerTtlMs };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    channel.postMessage(offer);
  });
}

/**
 * Accepts the authorization response that a popup without an opener offers for this state. Ignores an expired offer,
 * because the popup then completes the sign-in itself, and redeeming a code in two windows would end both sign-ins.
 * @returns a function that stops listening
 */
export function takeOffer(state: string, take: (returned: Returned) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<Offer | null>) => {
    if (data?.state !== state || !(Number(data.until) > Date.now())) return;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    channel.postMessage({ pickedUp: state });
    take(data);
  });
  return () => channel.close();
}
