import { VidSsoError } from './errors.ts';
import { readSsoMessage } from './message.ts';
import { takeOffer, type Returned } from './pickup.ts';

type WaitOptions = {
  readonly origin: string;
  readonly state: string;
  /**
   * The popup. Undefined after this page was reloaded or left, when the popup's messages arrive from an unknown window.
   */
  readonly popup: Window | undefined;
  /** The end of the wait, in milliseconds since 1970. */
  readonly until: number;
  readonly onLoaded: () => void;
  /** Called when VID refuses an account. The popup stays open, and another account may still sign in. */
  readonly onRefused: (error: VidSsoError) => void;
};

const pollMs = 400;

/**
 * Waits for a popup's authorization response, sent by message or by hand-over.
 * @throws VidSsoError POPUP_CLOSED or TIMEOUT, or REFUSED in place of either if VID refused an account
 */
export function waitForAnswer(options: WaitOptions): Promise<Returned> {
  const { origin, state, popup, until, onLoaded, onRefused } = options;
  return new Promise((resolve, reject) => {
    let refusal: VidSsoError | undefined;
    let isLoaded = false;
    let elsewhereCount = 0;
    let closedAt = 0;
    /**
     * Whether `popup.closed` is reliable. `popup.closed` also becomes true when an opener policy severs an open popup.
     */
    let isClosedReliable = false;

    const end = (finish: () => void): void => {
      clearInterval(timer);
      removeEventListener('message', onMessage);
      stopTaking();
      finish();
    };
    const onMessage = (event: MessageEvent): void => {
      // Accept messages only from VID's origin and from this sign-in's popup, because the page may have another sign-in
      // in another popup.
      if (event.origin !== origin || (popup && event.source !== popup)) return;
      const message = readSsoMessage(event.data);
      if (!message) return;
      const returned: Returned = Object(message.message);
      if (!popup) {
        // Without a reference to the popup, the state identifies the sign-in.
        if (message.code === 'SSO_SUCCESS' && returned.state === state) end(() => resolve(returned));
        return;
      }
      isClosedReliable = true;
      if (message.code === 'SSO_SUCCESS') end(() => resolve(returned));
      else if (message.code === 'SSO_ERROR') {
        const reason = reasonOf(message.message);
        refusal = new VidSsoError('REFUSED', `VID refused the sign-in: ${reason}`, reason);
        onRefused(refusal);
      } else if (!isLoaded) {
        isLoaded = true;
        onLoaded();
      }
    };
    const abort = (error: VidSsoError): void => end(() => reject(refusal ?? error));
    const poll = (): void => {
      const now = Date.now();
      if (popup?.closed) {
        if (closedAt === 0) {
          closedAt = now;
          if (!isClosedReliable)
            void keepsPopupsAttached().then((isAttached) => (isClosedReliable ||= isAttached));
        }
        // A message posted just before the popup closed may not have arrived yet.
        if (isClosedReliable && now - closedAt > pollMs) {
          abort(new VidSsoError('POPUP_CLOSED', 'The popup was closed before the sign-in ended.'));
          return;
        }
      } else if (popup && isElsewhere(popup)) {
        // Require two observations, because a popup that is being severed briefly looks like a popup on another origin.
        elsewhereCount += 1;
        isClosedReliable ||= elsewhereCount > 1;
      }
      if (now > until) abort(new VidSsoError('TIMEOUT', 'The sign-in took too long.'));
    };
    addEventListener('message', onMessage);
    const stopTaking = takeOffer(state, (returned) => end(() => resolve(returned)));
    const timer = setInterval(poll, pollMs);
  });
}

/** Returns whether the popup shows another origin, whose URL this page may not read. */
function isElsewhere(popup: Window): boolean {
  try {
    return popup.location.href === '';
  } catch {
    return true;
  }
}

/**
 * Returns whether this page's own Cross-Origin-Opener-Policy keeps its popups attached. A page cannot read its own
 * headers, so this function requests the page again. Returns false if the response is inconclusive.
 */
async function keepsPopupsAttached(): Promise<boolean> {
  try {
    const answer = await fetch(location.href, { method: 'HEAD' });
    const policy = answer.headers.get('cross-origin-opener-policy') ?? 'unsafe-none';
    // In a frame, the Cross-Origin-Opener-Policy of the top page applies.
    const isThisPage = answer.ok && !answer.redirected && top === self;
    return isThisPage && /^(?:unsafe-none|same-origin-allow-popups)\s*(?:;|$)/u.test(policy);
  } catch {
    return false;
  }
}

function reasonOf(message: unknown): string {
  if (typeof message === 'string') return message;
  return typeof message === 'object' && message !== null && 'code' in message
    ? String(message.code)
    : 'unknown';
}
