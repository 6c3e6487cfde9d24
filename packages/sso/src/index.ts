import { VidSsoError } from './errors.ts';
import { readSsoMessage } from './message.ts';
import { challengeOf, randomText } from './pkce.ts';

export { VidSsoError, type VidSsoErrorCode } from './errors.ts';

export type VidSsoOptions = {
  /** Where VID is, such as `https://id.example.vn`. */
  readonly origin: string;
  readonly appCode: string;
  readonly clientId: string;
  /** Exactly as registered; its page calls `handleRedirect()`. */
  readonly redirectUri: string;
  readonly lang?: 'vi' | 'en';
};

/** What your server exchanges at `<origin>/vid/oidc/token`. */
export type VidSsoResult = {
  readonly authCode: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
  readonly iss: string;
  /** What you passed to the sign-in as `data`. */
  readonly data: string | undefined;
};

export type SignInOptions = {
  readonly action?: 'register' | 'forget-password';
  /** Comes back with the result, such as the page to go on to. */
  readonly data?: string;
  readonly lang?: 'vi' | 'en';
};

export type VidSsoEvents = {
  loaded: undefined;
  success: VidSsoResult;
  error: VidSsoError;
};

type Pending = { readonly verifier: string; readonly data?: string };
type Returned = { readonly authCode?: unknown; readonly state?: unknown; readonly iss?: unknown };

const storageKey = (state: string): string => `vid-sso:${state}`;
const channelName = 'vid-sso';
const pollMs = 400;
/** A popup that VID cannot see is not at once given up: its result may still be picked up by state. */
const pickUpMs = 120_000;
const timeoutMs = 15 * 60_000;

/** Signs people in with VID. PKCE, state and issuer are made and checked inside. */
export class VidSso {
  private readonly options: VidSsoOptions;
  private readonly origin: string;
  private readonly listeners: { readonly [E in keyof VidSsoEvents]: Set<(value: VidSsoEvents[E]) => void> } =
    {
      loaded: new Set(),
      success: new Set(),
      error: new Set(),
    };

  constructor(options: VidSsoOptions) {
    this.options = options;
    this.origin = new URL(options.origin).origin;
  }

  on<E extends keyof VidSsoEvents>(event: E, listener: (value: VidSsoEvents[E]) => void): () => void {
    const set = this.listeners[event];
    set.add(listener);
    return () => set.delete(listener);
  }

  /** Leaves the page; VID comes back to `redirectUri`, where `handleRedirect()` finishes. */
  async signInWithRedirect(options: SignInOptions = {}): Promise<void> {
    location.assign(await this.begin(options));
  }

  /**
   * Signs in within a popup; call it from a click. Where popups are blocked it goes on by redirect instead
   * (`onBlocked: 'error'` throws POPUP_BLOCKED).
   */
  async signInWithPopup(
    options: SignInOptions & { readonly onBlocked?: 'redirect' | 'error' } = {},
  ): Promise<VidSsoResult> {
    // Opened at once and empty: after an await, browsers take it for an unasked popup.
    const popup = open('', '_blank', 'popup,width=480,height=720');
    if (!popup) {
      if (options.onBlocked !== 'error') {
        await this.signInWithRedirect(options);
        return new Promise(() => undefined);
      }
      throw this.fail(new VidSsoError('POPUP_BLOCKED', 'The browser blocked the popup.'));
    }
    const state = randomText();
    try {
      const address = await this.begin(options, state, 'window').catch((error: unknown) => {
        popup.close();
        throw error;
      });
      popup.location.href = address;
      const result = await this.waitFor(popup, state);
      this.emit('success', result);
      return result;
    } catch (error) {
      throw this.fail(error);
    } finally {
      sessionStorage.removeItem(storageKey(state));
    }
  }

  /**
   * On the page of `redirectUri`: the result, or undefined when the address holds none. In a popup that lost
   * its opener the result is handed to the waiting window by state, and this window closes.
   */
  async handleRedirect(): Promise<VidSsoResult | undefined> {
    const url = new URL(location.href);
    const returned = Object.fromEntries(url.searchParams) as Returned;
    if (typeof returned.authCode !== 'string') return undefined;
    // The code must not stay in the address, the history or a Referer.
    for (const name of ['authCode', 'state', 'iss', 'lang']) url.searchParams.delete(name);
    history.replaceState(history.state, '', url);
    const state = typeof returned.state === 'string' ? returned.state : '';
    const isAnothers = state !== '' && sessionStorage.getItem(storageKey(state)) === null;
    if (isAnothers && (await handOver(returned, state))) {
      window.close();
      return undefined;
    }
    try {
      const result = this.check(returned, state);
      this.emit('success', result);
      return result;
    } catch (error) {
      throw this.fail(error);
    }
  }

  /** Ends the VID session and comes back to a registered address. */
  signOut(returnTo: string = this.options.redirectUri): void {
    location.assign(this.address({ action: 'logout', redirectTo: returnTo }));
  }

  private address(query: Record<string, string | undefined>): string {
    const { appCode, clientId, redirectUri, lang } = this.options;
    const url = new URL('/vid/web/home', this.origin);
    for (const [name, value] of Object.entries({
      appCode,
      clientId,
      redirectTo: redirectUri,
      lang,
      ...query,
    })) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    return url.href;
  }

  private async begin(options: SignInOptions, state = randomText(), mode?: 'window'): Promise<string> {
    if (!globalThis.isSecureContext)
      throw new VidSsoError('UNSUPPORTED', 'Signing in needs https (or localhost).');
    const verifier = randomText();
    const pending: Pending = { verifier, ...(options.data === undefined ? {} : { data: options.data }) };
    sessionStorage.setItem(storageKey(state), JSON.stringify(pending));
    const codeChallenge = await challengeOf(verifier);
    return this.address({
      mode,
      action: options.action,
      codeChallenge,
      state,
      ...(options.lang ? { lang: options.lang } : {}),
    });
  }

  private waitFor(popup: Window, state: string): Promise<VidSsoResult> {
    return new Promise((resolve, reject) => {
      const channel = new BroadcastChannel(channelName);
      let closedAt = 0;
      let isLoaded = false;
      const started = Date.now();
      const end = (finish: () => void): void => {
        clearInterval(timer);
        removeEventListener('message', onMessage);
        channel.close();
        finish();
      };
      const settle = (returned: Returned): void => {
        end(() => {
          try {
            resolve(this.check(returned, state));
          } catch (error) {
            reject(error);
          }
        });
      };
      const onMessage = (event: MessageEvent): void => {
        // Only VID's own origin is listened to, and of its windows only the one opened for this sign-in: another
        // sign-in of this page has another.
        if (event.origin !== this.origin || event.source !== popup) return;
        const message = readSsoMessage(event.data);
        if (message?.code === 'SSO_LOADED' && !isLoaded) {
          isLoaded = true;
          this.emit('loaded', undefined);
        } else if (message?.code === 'SSO_SUCCESS') {
          const returned: Returned = Object(message.message);
          settle(returned);
        } else if (message?.code === 'SSO_ERROR') {
          const reason = reasonOf(message.message);
          end(() => reject(new VidSsoError('REFUSED', `VID refused the sign-in: ${reason}`, reason)));
        }
      };
      addEventListener('message', onMessage);
      channel.addEventListener('message', ({ data }: MessageEvent<Returned | null>) => {
        if (data?.state !== state) return;
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
        channel.postMessage({ pickedUp: state });
        settle(data);
      });
      const timer = setInterval(() => {
        const now = Date.now();
        if (popup.closed) closedAt ||= now;
        // Closed before it was ever heard of: perhaps only cut off from us, so its result may come by another way.
        const patience = isLoaded ? 2 * pollMs : pickUpMs;
        if (closedAt > 0 && now - closedAt > patience) {
          end(() =>
            reject(new VidSsoError('POPUP_CLOSED', 'The popup was closed before the sign-in ended.')),
          );
        } else if (now - started > timeoutMs) {
          end(() => reject(new VidSsoError('TIMEOUT', 'The sign-in took too long.')));
        }
      }, pollMs);
    });
  }

  /** RFC 9700: the state ties the answer to this browser, `iss` (RFC 9207) to this provider. */
  private check(returned: Returned, state: string): VidSsoResult {
    if (state === '' || returned.state !== state)
      throw new VidSsoError('STATE_MISMATCH', 'The answer belongs to another sign-in.');
    const iss = `${this.origin}/vid/oidc`;
    if (returned.iss !== iss)
      throw new VidSsoError('ISSUER_MISMATCH', 'The answer comes from another provider.');
    const stored = sessionStorage.getItem(storageKey(state));
    sessionStorage.removeItem(storageKey(state));
    if (stored === null || typeof returned.authCode !== 'string') {
      throw new VidSsoError(
        'NO_VERIFIER',
        'This browser did not begin this sign-in, or finished it already.',
      );
    }
    const { verifier, data }: Pending = JSON.parse(stored);
    return {
      authCode: returned.authCode,
      codeVerifier: verifier,
      redirectUri: this.options.redirectUri,
      iss,
      data,
    };
  }

  private emit<E extends keyof VidSsoEvents>(event: E, value: VidSsoEvents[E]): void {
    for (const listener of this.listeners[event]) listener(value);
  }

  private fail(error: unknown): unknown {
    if (error instanceof VidSsoError) this.emit('error', error);
    return error;
  }
}

/** Offers a result to the window that waits for this state; true when one took it. */
function handOver(returned: Returned, state: string): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const finish = (wasTaken: boolean): void => {
      clearTimeout(timer);
      channel.close();
      resolve(wasTaken);
    };
    const timer = setTimeout(() => finish(false), 500);
    channel.addEventListener('message', ({ data }: MessageEvent<{ pickedUp?: unknown } | null>) => {
      if (data?.pickedUp === state) finish(true);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel.postMessage(returned);
  });
}

function reasonOf(message: unknown): string {
  if (typeof message === 'string') return message;
  return typeof message === 'object' && message !== null && 'code' in message
    ? String(message.code)
    : 'unknown';
}
