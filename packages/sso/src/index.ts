import { VidSsoError } from './errors.ts';
import {
  findPending,
  forgetPending,
  keepPending,
  listOpenedPopups,
  ownStorage,
  timeoutMs,
  type Pending,
} from './pending.ts';
import { handOver, type Returned } from './pickup.ts';
import { challengeOf, randomText } from './pkce.ts';
import { waitForAnswer } from './waiting.ts';

export { VidSsoError, type VidSsoErrorCode } from './errors.ts';

export type VidSsoOptions = {
  /** The origin of VID, such as `https://id.example.vn`. */
  readonly origin: string;
  readonly appCode: string;
  readonly clientId: string;
  /** The registered redirect URI, character for character. The page at this URL must call `handleRedirect()`. */
  readonly redirectUri: string;
  readonly lang?: 'vi' | 'en';
};

/** The parameters that your server exchanges for tokens at `<origin>/vid/oidc/token`. */
export type VidSsoResult = {
  readonly authCode: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
  readonly iss: string;
  /** The `data` option of the sign-in call. */
  readonly data: string | undefined;
};

export type SignInOptions = {
  readonly action?: 'register' | 'forget-password';
  /** Data that is returned with the result, such as the page to open after the sign-in. */
  readonly data?: string;
  readonly lang?: 'vi' | 'en';
};

export type SignOutOptions = {
  /** The most recent id token that your server received for this user. */
  readonly idTokenHint?: string;
};

export type VidSsoEvents = {
  loaded: undefined;
  success: VidSsoResult;
  /**
   * Emitted for every failed sign-in, except for one that fails before its redirect and for a timeout in `resume`, and
   * with REFUSED as soon as VID reports a refusal in the popup. The popup stays open after a refusal, and a `success`
   * may follow if the user switches to another account. The sign-in promise settles only when the sign-in is over.
   */
  error: VidSsoError;
};

/**
 * Signs users in with VID. Creates the PKCE verifier and the state, and checks the state and issuer of each
 * response.
 */
export class VidSso {
  private readonly options: VidSsoOptions;
  private readonly origin: string;
  private readonly listeners: { readonly [E in keyof VidSsoEvents]: Set<(value: VidSsoEvents[E]) => void> } =
    {
      loaded: new Set(),
      success: new Set(),
      error: new Set(),
    };
  /** Errors that were already emitted, so that no error is emitted twice. */
  private readonly emitted = new WeakSet<VidSsoError>();
  private readonly awaited = new Set<string>();

  constructor(options: VidSsoOptions) {
    this.options = options;
    this.origin = new URL(options.origin).origin;
  }

  on<E extends keyof VidSsoEvents>(event: E, listener: (value: VidSsoEvents[E]) => void): () => void {
    const set = this.listeners[event];
    set.add(listener);
    return () => set.delete(listener);
  }

  /** Navigates to VID, which returns to `redirectUri`, where `handleRedirect()` completes the sign-in. */
  async signInWithRedirect(options: SignInOptions = {}): Promise<void> {
    location.assign(await this.begin(options));
  }

  /**
   * Signs in through a popup. Call this method from a click handler. If the browser blocks the popup, the page
   * redirects instead and the promise never settles, or with `onBlocked: 'error'` the method throws POPUP_BLOCKED.
   * Otherwise, the promise settles when the sign-in is over. After a refusal, it rejects with REFUSED once the popup is
   * closed or 15 minutes have passed, unless the user signed in with another account. A page whose
   * `Cross-Origin-Opener-Policy` severs the popup cannot see it close and waits for up to 15 minutes, so keep the
   * button enabled.
   */
  async signInWithPopup(
    options: SignInOptions & { readonly onBlocked?: 'redirect' | 'error' } = {},
  ): Promise<VidSsoResult> {
    // Open the empty popup before the first await. The browser would not attribute a later popup to the click, and
    // would block the popup.
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
      const address = await this.begin(options, state, popup).catch((error: unknown) => {
        popup.close();
        forgetPending(state);
        throw error;
      });
      popup.location.href = address;
      return await this.awaitAnswer(state, popup, Date.now() + timeoutMs);
    } catch (error) {
      throw this.fail(error);
    }
  }

  /**
   * Waits for the result of a popup that was open when this window was reloaded or navigated. Call this method on load,
   * on every page except `redirectUri`. Returns undefined if there was no such popup or its result never came. If there
   * were several popups, only the newest counts.
   */
  async resume(): Promise<VidSsoResult | undefined> {
    const opened = listOpenedPopups().find(({ state }) => !this.awaited.has(state));
    if (!opened) return undefined;
    try {
      return await this.awaitAnswer(opened.state, undefined, opened.until);
    } catch (error) {
      if (error instanceof VidSsoError && error.code === 'TIMEOUT') return undefined;
      throw this.fail(error);
    }
  }

  /**
   * Completes a sign-in on the page of `redirectUri`. Returns the result, or undefined if the URL has none or another
   * window has taken it: a popup that lost its opener passes the result to the window that waits for its state, and
   * closes. If no window is waiting, the popup returns the result itself and becomes the application's window.
   * @throws VidSsoError REFUSED with the reason ACCESS_DENIED if the user did not consent, STATE_MISMATCH
   * for a response without a state, ISSUER_MISMATCH for a response of another provider, NO_VERIFIER if this
   * browser did not start the sign-in or has already completed it
   */
  async handleRedirect(): Promise<VidSsoResult | undefined> {
    const url = new URL(location.href);
    const returned = Object.fromEntries(url.searchParams) as Returned;
    const state = typeof returned.state === 'string' ? returned.state : '';
    const pending = findPending(state);
    const hasCode = typeof returned.authCode === 'string';
    // Report a refusal only for a sign-in whose state this window stores, because any page may link here with an error.
    const isRefused = !hasCode && pending !== undefined && url.searchParams.get('error') === 'access_denied';
    if (!hasCode && !isRefused) return undefined;
    // Keep the code out of the address bar, the history and the Referer header.
    for (const name of ['authCode', 'state', 'iss', 'lang', 'error']) url.searchParams.delete(name);
    history.replaceState(history.state, '', url);
    if (isRefused) {
      forgetPending(state);
      throw this.fail(new VidSsoError('REFUSED', 'The user did not agree.', 'ACCESS_DENIED'));
    }
    const mayBeAwaited = state !== '' && (!pending || pending.window === 'popup');
    if (mayBeAwaited && (await handOver(returned, state))) {
      forgetPending(state);
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

  /**
   * Ends the VID session and returns to a registered URL. VID asks the user first, because any page may link to the
   * sign-out. If the application is first-party and passes an id token of the user, VID does not ask. With an id token,
   * `returnTo` must be a registered post-logout redirect URI.
   */
  signOut(returnTo: string = this.options.redirectUri, { idTokenHint }: SignOutOptions = {}): void {
    if (idTokenHint === undefined) {
      location.assign(this.address({ action: 'logout', redirectTo: returnTo }));
      return;
    }
    const url = new URL('/vid/oidc/session/end', this.origin);
    url.searchParams.set('client_id', this.options.clientId);
    url.searchParams.set('post_logout_redirect_uri', returnTo);
    url.searchParams.set('id_token_hint', idTokenHint);
    location.assign(url.href);
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

  private async begin(options: SignInOptions, state = randomText(), popup?: Window): Promise<string> {
    if (!globalThis.isSecureContext)
      throw new VidSsoError('UNSUPPORTED', 'Signing in requires https (or localhost).');
    const verifier = randomText();
    const { action, data, lang } = options;
    const pending: Pending = { verifier, ...(data === undefined ? {} : { data }), startedAt: Date.now() };
    keepPending(state, popup ? { ...pending, window: 'opener' } : pending, ownStorage());
    try {
      // The empty popup is same-origin, so its storage is writable. With this entry the popup can finish without this
      // page.
      if (popup) keepPending(state, { ...pending, window: 'popup' }, popup.sessionStorage);
    } catch {
      // Without storage, the popup can only pass its result to a waiting window.
    }
    const codeChallenge = await challengeOf(verifier);
    return this.address({
      mode: popup && 'window',
      action,
      codeChallenge,
      state,
      ...(lang ? { lang } : {}),
    });
  }

  private async awaitAnswer(state: string, popup: Window | undefined, until: number): Promise<VidSsoResult> {
    this.awaited.add(state);
    try {
      const returned = await waitForAnswer({
        origin: this.origin,
        state,
        popup,
        until,
        onLoaded: () => this.emit('loaded', undefined),
        onRefused: (error) => this.fail(error),
      });
      const result = this.check(returned, state);
      this.emit('success', result);
      return result;
    } finally {
      this.awaited.delete(state);
      forgetPending(state);
    }
  }

  /**
   * Checks an authorization response by RFC 9700: `state` ties the response to this browser, and `iss` (RFC 9207) ties
   * it to this provider.
   */
  private check(returned: Returned, state: string): VidSsoResult {
    if (state === '' || returned.state !== state)
      throw new VidSsoError('STATE_MISMATCH', 'The answer belongs to another sign-in.');
    const iss = `${this.origin}/vid/oidc`;
    if (returned.iss !== iss)
      throw new VidSsoError('ISSUER_MISMATCH', 'The answer comes from another provider.');
    const pending = findPending(state);
    forgetPending(state);
    if (!pending || typeof returned.authCode !== 'string') {
      throw new VidSsoError(
        'NO_VERIFIER',
        'This browser did not start this sign-in, or has already completed it.',
      );
    }
    return {
      authCode: returned.authCode,
      codeVerifier: pending.verifier,
      redirectUri: this.options.redirectUri,
      iss,
      data: pending.data,
    };
  }

  private emit<E extends keyof VidSsoEvents>(event: E, value: VidSsoEvents[E]): void {
    for (const listener of this.listeners[event]) listener(value);
  }

  private fail(error: unknown): unknown {
    if (error instanceof VidSsoError && !this.emitted.has(error)) {
      this.emitted.add(error);
      this.emit('error', error);
    }
    return error;
  }
}
