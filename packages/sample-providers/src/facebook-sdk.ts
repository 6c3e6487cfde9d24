import type { Reply } from './provider-server.ts';

/** Returns the part of Facebook's JavaScript SDK that VID uses: `FB.init` and `FB.login` with a popup. */
export function facebookSdk(origin: string): string {
  return `
window.FB = {
  init({ appId, version }) { Object.assign(this, { appId, version }); },
  login(callback, options) {
    const address = new URL('${origin}/' + this.version + '/dialog/oauth');
    address.search = new URLSearchParams({
      client_id: this.appId, display: 'popup', response_type: 'token', scope: options?.scope ?? '',
      origin: location.origin,
    });
    const popup = window.open(address, '_blank', 'popup,width=480,height=640');
    if (popup === null) { callback({ status: 'unknown', authResponse: null }); return; }
    let cancellation;
    const end = (authResponse) => {
      clearInterval(watch);
      clearTimeout(cancellation);
      removeEventListener('message', receive);
      callback({ status: authResponse ? 'connected' : 'unknown', authResponse });
    };
    const receive = (event) => {
      if (event.origin === '${origin}' && event.data?.sample === 'facebook') end(event.data.authResponse);
    };
    addEventListener('message', receive);
    const watch = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(watch);
      // The popup sends its result and closes, and the message may arrive after the window has closed.
      cancellation = setTimeout(end, 500, null);
    }, 300);
  },
};
window.fbAsyncInit?.();
`;
}

/**
 * Returns the page that reports the popup's result to the window that opened the popup. `authResponse` is null if the
 * user cancelled.
 */
export function popupResult({
  origin,
  authResponse,
}: {
  readonly origin: string;
  readonly authResponse: {
    readonly accessToken: string;
    readonly userID: string;
    readonly expiresIn: number;
  } | null;
}): Reply {
  const message = { sample: 'facebook', authResponse };
  const script = `opener?.postMessage(${JSON.stringify(message)}, ${JSON.stringify(origin)}); close();`;
  return {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><title>Sample Facebook</title><script>${script.replaceAll('<', '\\u003c')}</script>`,
  };
}
