import { randomId } from '#shared/lib/random-id.ts';
/**
 * The client token (specification, clause 8): `m:` + base64(IV || AES-256-CBC of {id, clientId, timestamp, userAgent}).
 * The token filters noise and authenticates nothing, because its key is public.
 */
export type ClientTokenConfig = {
  clientId: string;
  clientTokenKey: string;
  /** Server time in epoch milliseconds. */
  serverTime: number;
};

export type ClientTokenPorts<Config extends ClientTokenConfig> = {
  fetchConfig: () => Promise<Config>;
  userAgent: () => string;
  /**
   * Returns a monotonic clock's time in milliseconds, because the user may change the wall clock while the page is
   * open.
   */
  monotonicNow: () => number;
};

export type ClientTokenSource<Config extends ClientTokenConfig> = {
  config: () => Promise<Config>;
  token: () => Promise<string>;
  /** Makes the next token use a fresh configuration. Called after the server has refused a token. */
  forgetConfig: () => void;
};

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function base64OfBytes(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

async function encryptClientToken(keyBase64: string, content: object): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytesOfBase64(keyBase64), 'AES-CBC', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(16));
  const plain = new TextEncoder().encode(JSON.stringify(content));
  const encrypted = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, plain));
  const bytes = new Uint8Array(iv.length + encrypted.length);
  bytes.set(iv);
  bytes.set(encrypted, iv.length);
  return `m:${base64OfBytes(bytes)}`;
}

export function createClientTokenSource<Config extends ClientTokenConfig>(
  ports: ClientTokenPorts<Config>,
): ClientTokenSource<Config> {
  type Fetched = { config: Config; fetchedAt: number };
  let current: Promise<Fetched> | null = null;

  function fetched(): Promise<Fetched> {
    if (current !== null) return current;
    const asked = ports.fetchConfig().then((config) => ({ config, fetchedAt: ports.monotonicNow() }));
    current = asked;
    // Discard a failed fetch of the configuration; otherwise one lost response would disable every gateway call.
    asked.catch(() => {
      if (current === asked) current = null;
    });
    return asked;
  }

  return {
    config: async () => (await fetched()).config,
    async token() {
      const { config, fetchedAt } = await fetched();
      return encryptClientToken(config.clientTokenKey, {
        id: randomId(),
        clientId: config.clientId,
        // The server's time, advanced by the monotonic clock, so that a wrong wall clock has no effect.
        timestamp: Math.round(config.serverTime + ports.monotonicNow() - fetchedAt),
        userAgent: ports.userAgent(),
      });
    },
    forgetConfig() {
      current = null;
    },
  };
}
