import { createPost, objectIn } from './sms/post.ts';

export type ZaloTokens = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
};

/**
 * `refused`: Zalo rejected the refresh token or the application. `unknown`: Zalo may have used up the refresh
 * token.
 */
export type Exchange =
  | { readonly outcome: 'renewed'; readonly tokens: ZaloTokens }
  | { readonly outcome: 'refused' | 'unknown'; readonly detail: string };

export type ExchangeRefreshToken = (refreshToken: string) => Promise<Exchange>;

type Options = { readonly url: URL; readonly appId: string; readonly appSecret: string };

const timeoutMs = 15_000;

/**
 * Creates a function that exchanges a refresh token of a Zalo Official Account for new tokens. Zalo accepts a
 * refresh token only once. See “Xác thực và ủy quyền cho ứng dụng”, version 4.
 */
export function createZaloExchange({ url, appId, appSecret }: Options): ExchangeRefreshToken {
  const post = createPost(url);
  return async (refreshToken) => {
    const reply = await post(
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded', secret_key: appSecret },
        body: new URLSearchParams({
          refresh_token: refreshToken,
          app_id: appId,
          grant_type: 'refresh_token',
        }).toString(),
      },
      timeoutMs,
    );
    if ('outcome' in reply) return { outcome: 'unknown', detail: reply.detail };
    return judge(reply.body) ?? { outcome: 'unknown', detail: `Zalo answered ${reply.status}` };
  };
}

function judge(body: string): Exchange | undefined {
  const {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: expiresIn,
    error,
  } = objectIn(body) ?? {};
  const expiresInSeconds = Number(expiresIn ?? NaN);
  if (typeof accessToken === 'string' && typeof refreshToken === 'string' && expiresInSeconds > 0)
    return { outcome: 'renewed', tokens: { accessToken, refreshToken, expiresInSeconds } };
  return typeof error === 'number' && error !== 0
    ? { outcome: 'refused', detail: `error ${error}` }
    : undefined;
}
