import { createHmac } from 'node:crypto';
import { callProvider, pictureIn, readObject, objectIn, textIn } from './outbound.ts';
import { SocialProviderRefused, type SocialProfile, type SocialProvider } from './provider.ts';

type Options = {
  readonly appId: string;
  readonly appSecret: string;
  readonly dialogUrl: URL;
  readonly graphUrl: URL;
  readonly returnUrl: string;
};

/**
 * Creates the provider for Facebook Login. The page's SDK supplies an access token, or the dialog redirects
 * with a code. A token is accepted only if Facebook confirms that it was issued to VID's app for the person
 * whose profile it opens (L1).
 */
export function createFacebook(options: Options): SocialProvider {
  const { appId, appSecret, graphUrl, returnUrl } = options;

  const get = async (path: string, query: Record<string, string>, signal: AbortSignal) => {
    const url = new URL(path, graphUrl);
    url.search = new URLSearchParams(query).toString();
    return readObject(await callProvider(url, {}, signal));
  };

  const readToken = async (accessToken: string, signal: AbortSignal): Promise<SocialProfile> => {
    const inspected = await get(
      'debug_token',
      { input_token: accessToken, access_token: `${appId}|${appSecret}` },
      signal,
    );
    const token = objectIn(inspected['data']);
    const subject = textIn(token['user_id']);
    if (token['is_valid'] !== true || token['app_id'] !== appId || subject === null || isPast(token))
      throw new SocialProviderRefused('the token is invalid or belongs to another app');
    const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex');
    const fields = 'id,name,email,picture';
    const me = await get('me', { fields, access_token: accessToken, appsecret_proof: proof }, signal);
    if (me['id'] !== subject) throw new SocialProviderRefused('the profile belongs to another person');
    return { subject, name: textIn(me['name']), email: textIn(me['email']), picture: pictureIn(me) };
  };

  return {
    readToken,
    authorizeUrl({ state }) {
      const url = new URL(options.dialogUrl);
      url.search = new URLSearchParams({
        client_id: appId,
        redirect_uri: returnUrl,
        response_type: 'code',
        scope: 'email,public_profile',
        state,
      }).toString();
      return Promise.resolve(url);
    },
    async redeemCode(code, _secrets, signal) {
      const query = { client_id: appId, client_secret: appSecret, redirect_uri: returnUrl, code };
      const accessToken = textIn((await get('oauth/access_token', query, signal))['access_token']);
      if (accessToken === null) throw new SocialProviderRefused('the code is not valid');
      return readToken(accessToken, signal);
    },
  };
}

/** Returns whether a token has expired. Facebook's `expires_at` is in seconds; 0 means never. */
function isPast(token: Readonly<Record<string, unknown>>): boolean {
  const end = token['expires_at'];
  return typeof end === 'number' && end !== 0 && end * 1000 <= Date.now();
}
