import { VidSsoError } from './errors.ts';
import { readSsoMessage } from './message.ts';
import { takeOffer, type Returned } from './pickup.ts';

type Waiting = {
  /** Of VID. */
  readonly origin: string;
  readonly state: string;
  /** Unknown after a reload of this page: its messages still come. */
  readonly popup: Window | undefined;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly onLoaded: () => void;
  /** The popup stays open: another account may still get in. */
  readonly onRefused: (error: VidSsoError) => void;
};

const pollMs = 400;

/** The answer of a popup, by message or by pick-up. @throws VidSsoError when the popup is closed or too slow */
export function waitForAnswer(waiting: Waiting): Promise<Returned> {
  const { origin, state, popup, until, onLoaded, onRefused } = waiting;
  return new Promise((resolve, reject) => {
    let refusal: VidSsoError | undefined;
    let isLoaded = false;
    let looksElsewhere = 0;
    let closedAt = 0;
    /** Whether `closed` means closed: a policy that cuts windows off from each other sets it too. */
    let isClosedTrue = false;

    const end = (finish: () => void): void => {
      clearInterval(timer);
      removeEventListener('message', onMessage);
      stopTaking();
      finish();
    };
    const onMessage = (event: MessageEvent): void => {
      // Only VID's own origin is listened to, and of its windows only the one opened for this sign-in: another
      // sign-in of this page has another.
      if (event.origin !== origin || (popup && event.source !== popup)) return;
      const message = readSsoMessage(event.data);
      if (!message) return;
      const returned: Returned = Object(message.message);
      if (!popup) {
        // Of an unknown window only the state tells whose answer it is.
        if (message.code === 'SSO_SUCCESS' && returned.state === state) end(() => resolve(returned));
        return;
      }
      isClosedTrue = true;
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
    const giveUp = (error: VidSsoError): void => end(() => reject(refusal ?? error));
    const look = (): void => {
      const now = Date.now();
      if (popup?.closed) {
        if (closedAt === 0) {
          closedAt = now;
          if (!isClosedTrue) void opensWindowsFreely().then((isFree) => (isClosedTrue ||= isFree));
        }
        // What VID posted just before may still be on its way.
        if (isClosedTrue && now - closedAt > pollMs) {
          giveUp(new VidSsoError('POPUP_CLOSED', 'The popup was closed before the sign-in ended.'));
          return;
        }
      } else if (popup && isElsewhere(popup)) {
        // Twice: while browsers cut a window off, it looks for a moment like one that has merely gone elsewhere.
        looksElsewhere += 1;
        isClosedTrue ||= looksElsewhere > 1;
      }
      if (now > until) giveUp(new VidSsoError('TIMEOUT', 'The sign-in took too long.'));
    };
    addEventListener('message', onMessage);
    const stopTaking = takeOffer(state, (returned) => end(() => resolve(returned)));
    const timer = setInterval(look, pollMs);
  });
}

/** Whether another origin's page is in the window: then this page may not read its address. */
function isElsewhere(popup: Window): boolean {
  try {
    return popup.location.href === '';
  } catch {
    return true;
  }
}

/**
 * Whether windows that this page opens stay tied to it, by its own Cross-Origin-Opener-Policy. The browser does
 * not tell a page its headers, so they are asked for again; false where that says nothing certain.
 */
async function opensWindowsFreely(): Promise<boolean> {
  try {
    const answer = await fetch(location.href, { method: 'HEAD' });
    const policy = answer.headers.get('cross-origin-opener-policy') ?? 'unsafe-none';
    // In a frame it is the policy of the page around it that counts.
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
