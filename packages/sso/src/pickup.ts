/** What comes back from VID, unchecked. */
export type Returned = { readonly authCode?: unknown; readonly state?: unknown; readonly iss?: unknown };

type Offer = Returned & { readonly until?: unknown };

const channelName = 'vid-sso';
const offerMs = 500;

/** Offers an answer to the window that waits for this state; true when one took it. */
export function handOver(returned: Returned, state: string): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const finish = (wasTaken: boolean): void => {
      clearTimeout(timer);
      channel.close();
      resolve(wasTaken);
    };
    // Longer than the offer holds, so that whoever took it in time is heard.
    const timer = setTimeout(() => finish(false), offerMs + 200);
    channel.addEventListener('message', ({ data }: MessageEvent<{ pickedUp?: unknown } | null>) => {
      if (data?.pickedUp === state) finish(true);
    });
    const offer: Offer = { ...returned, until: Date.now() + offerMs };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel.postMessage(offer);
  });
}

/**
 * Takes what a popup that lost its opener offers for this state. An offer that has run out is left alone: the
 * popup goes on by itself then, and a code that two windows redeem ends both sign-ins.
 * @returns how to stop
 */
export function takeOffer(state: string, take: (returned: Returned) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<Offer | null>) => {
    if (data?.state !== state || !(Number(data.until) > Date.now())) return;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel.postMessage({ pickedUp: state });
    take(data);
  });
  return () => channel.close();
}
