import { VidSsoError } from './errors.ts';
import {
  findPending,
  forgetPending,
  keepPending,
  listOpenedPopups,
  timeoutMs,
  type Pending,
} from './pending.ts';
import { handOver, type Returned } from './pickup.ts';
import { challengeOf, randomText } from './pkce.ts';
import { waitForAnswer } from './waiting.ts';

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
  /**
   * REFUSED comes as soon as VID has said so in the popup. The popup stays open, and a `success` may follow: the
   * person may take another account. The promise of the sign-in is settled at the end only.
   */
  error: VidSsoError;
};

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
  /** Errors that the listeners have been told of: each is told once. */
  private readonly told = new WeakSet<VidSsoError>();
  /** States of popups whose answer this page waits for. */
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

  /** Leaves the page; VID comes back to `redirectUri`, where `handleRedirect()` finishes. */
  async signInWithRedirect(options: SignInOptions = {}): Promise<void> {
    location.assign(await this.begin(options));
  }

  /**
   * Signs in within a popup; call it from a click. Where popups are blocked it goes on by redirect instead
   * (`onBlocked: 'error'` throws POPUP_BLOCKED). Settles when the sign-in is over: a refusal (REFUSED) when the
   * popup is closed after it, unless another account got in. A page whose `Cross-Origin-Opener-Policy` cuts the
   * popup off cannot see it closed and waits for 15 minutes: keep the button usable meanwhile.
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
   * On every page but that of `redirectUri`, when it loads: the result of a popup that was open when this window's
   * page was reloaded or left for this one, as soon as it comes; undefined when there was none, or it never came.
   * Of several popups the newest counts.
   */
  async resume(): Promise<VidSsoResult | undefined> {
    const state = listOpenedPopups().find((candidate) => !this.awaited.has(candidate));
    if (state === undefined) return undefined;
    const until = (findPending(state)?.begunAt ?? 0) + timeoutMs;
    try {
      return await this.awaitAnswer(state, undefined, until);
    } catch (error) {
      if (error instanceof VidSsoError && error.code === 'TIMEOUT') return undefined;
      throw this.fail(error);
    }
  }

  /**
   * On the page of `redirectUri`: the result, or undefined when the address holds none. In a popup that lost
   * its opener the result is handed to the waiting window by state, and this window closes; where none waits any
   * more, the popup itself has the result and becomes the application's window.
   */
  async handleRedirect(): Promise<VidSsoResult | undefined> {
    const url = new URL(location.href);
    const returned = Object.fromEntries(url.searchParams) as Returned;
    if (typeof returned.authCode !== 'string') return undefined;
    // The code must not stay in the address, the history or a Referer.
    for (const name of ['authCode', 'state', 'iss', 'lang']) url.searchParams.delete(name);
    history.replaceState(history.state, '', url);
    const state = typeof returned.state === 'string' ? returned.state : '';
    const pending = findPending(state);
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

  private async begin(options: SignInOptions, state = randomText(), popup?: Window): Promise<string> {
    if (!globalThis.isSecureContext)
      throw new VidSsoError('UNSUPPORTED', 'Signing in needs https (or localhost).');
    const verifier = randomText();
    const { action, data, lang } = options;
    const pending: Pending = { verifier, ...(data === undefined ? {} : { data }), begunAt: Date.now() };
    keepPending(state, popup ? { ...pending, window: 'opener' } : pending, sessionStorage);
    try {
      // Still empty, the popup is of this origin. What it keeps lets it finish by itself when this page is gone.
      if (popup) keepPending(state, { ...pending, window: 'popup' }, popup.sessionStorage);
    } catch {
      // Without a storage of its own the popup can only hand its answer over.
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

  /** RFC 9700: the state ties the answer to this browser, `iss` (RFC 9207) to this provider. */
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
        'This browser did not begin this sign-in, or finished it already.',
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
    if (error instanceof VidSsoError && !this.told.has(error)) {
      this.told.add(error);
      this.emit('error', error);
    }
    return error;
  }
}
