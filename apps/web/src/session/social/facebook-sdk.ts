import { trustedScriptUrl } from '#shared/lib/browser/trusted-script-url.ts';

type FacebookSdk = {
  init(options: { appId: string; version: string; cookie: boolean; status: boolean; xfbml: boolean }): void;
  login(
    callback: (answer: { authResponse?: { accessToken?: string } | null }) => void,
    options: { scope: string },
  ): void;
};

declare global {
  interface Window {
    FB?: FacebookSdk;
  }
}

/** Time limit for loading the SDK, long enough for a slow phone. A tracker blocker makes the load fail at once. */
const loadMs = 8_000;

let loading: Promise<FacebookSdk> | undefined;

/** Loads the SDK. Forgets a failed load, so that the next press tries again. */
function loadSdk(sdkUrl: string): Promise<FacebookSdk> {
  loading ??= new Promise<FacebookSdk>((resolve, reject) => {
    const script = document.createElement('script');
    const timer = setTimeout(() => reject(new Error('the SDK did not load in time')), loadMs);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.FB) resolve(window.FB);
      else reject(new Error('the SDK defined nothing'));
    });
    script.addEventListener('error', () => {
      clearTimeout(timer);
      reject(new Error('the SDK did not load'));
    });
    script.async = true;
    // Safe, because the URL comes from VID's own server.
    script.src = trustedScriptUrl('vid-facebook', sdkUrl);
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

type Config = { readonly appId: string; readonly sdkUrl: string; readonly version: string };

/**
 * Asks for an access token in Facebook's popup. Returns null if the popup yields no token, for example
 * because the user closed it.
 * @throws Error if the SDK cannot be loaded
 */
export async function askFacebook({ appId, sdkUrl, version }: Config): Promise<string | null> {
  const sdk = await loadSdk(sdkUrl);
  // Disable cookies and status requests, because only the token of one login is needed.
  sdk.init({ appId, version, cookie: false, status: false, xfbml: false });
  return new Promise((resolve) => {
    sdk.login(({ authResponse }) => resolve(authResponse?.accessToken ?? null), {
      scope: 'email,public_profile',
    });
  });
}
