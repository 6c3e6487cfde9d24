import { httpUrl, imageHosts, oneOf, text } from '../parsers.ts';
import { define, secret } from './setting.ts';

/** Version of the Graph API. Facebook retires a version after about two years. */
export const facebookVersion = 'v26.0';

/**
 * A social provider is offered if its id and secret are set. Its URLs are settings, so that tests and
 * evaluation mode can use local servers.
 */
export const socialSettings = {
  sampleProviders: define('VID_SAMPLE_PROVIDERS', oneOf('on', 'off'), 'on').describe(
    'Evaluation mode: whether sample servers stand in for Facebook, Google and Zalo where these are not configured.',
  ),
  facebookAppId: define('VID_FACEBOOK_APP_ID', text, undefined).describe(
    'App id of Facebook Login. Sign-in with Facebook is offered if the secret is set too.',
  ),
  facebookAppSecret: secret('VID_FACEBOOK_APP_SECRET', text, undefined).describe(
    'App secret of Facebook Login.',
  ),
  facebookSdkUrl: define(
    'VID_FACEBOOK_SDK_URL',
    httpUrl,
    'https://connect.facebook.net/vi_VN/sdk.js',
  ).describe('Facebook’s JavaScript SDK, loaded when the button is pressed.'),
  facebookDialogUrl: define(
    'VID_FACEBOOK_DIALOG_URL',
    httpUrl,
    `https://www.facebook.com/${facebookVersion}/dialog/oauth`,
  ).describe('Facebook’s login dialog.'),
  facebookGraphUrl: define(
    'VID_FACEBOOK_GRAPH_URL',
    httpUrl,
    `https://graph.facebook.com/${facebookVersion}/`,
  ).describe('Facebook’s Graph API with its version, which the JavaScript SDK uses too.'),
  facebookPictureHosts: define(
    'VID_FACEBOOK_PICTURE_HOSTS',
    imageHosts,
    'https://platform-lookaside.fbsbx.com,https://*.fbcdn.net',
  ).describe('Where Facebook’s profile pictures may come from.'),
  googleClientId: define('VID_GOOGLE_CLIENT_ID', text, undefined).describe(
    'Client id of Google sign-in. Sign-in with Google is offered if the secret is set too.',
  ),
  googleClientSecret: secret('VID_GOOGLE_CLIENT_SECRET', text, undefined).describe(
    'Client secret of Google sign-in.',
  ),
  googleIssuer: define('VID_GOOGLE_ISSUER', text, 'https://accounts.google.com').describe(
    'The issuer in Google’s id tokens.',
  ),
  googleAuthorizeUrl: define(
    'VID_GOOGLE_AUTHORIZE_URL',
    httpUrl,
    'https://accounts.google.com/o/oauth2/v2/auth',
  ).describe('Google’s authorization endpoint.'),
  googleTokenUrl: define('VID_GOOGLE_TOKEN_URL', httpUrl, 'https://oauth2.googleapis.com/token').describe(
    'Google’s token endpoint.',
  ),
  googleJwksUrl: define(
    'VID_GOOGLE_JWKS_URL',
    httpUrl,
    'https://www.googleapis.com/oauth2/v3/certs',
  ).describe('Google’s public signing keys.'),
  googlePictureHosts: define(
    'VID_GOOGLE_PICTURE_HOSTS',
    imageHosts,
    'https://*.googleusercontent.com',
  ).describe('Where Google’s profile pictures may come from.'),
  zaloAppId: define('VID_ZALO_APP_ID', text, undefined).describe(
    'App id of Zalo. Sign-in with Zalo is offered if the secret is set too.',
  ),
  zaloAppSecret: secret('VID_ZALO_APP_SECRET', text, undefined).describe('Secret key of the Zalo app.'),
  zaloAuthorizeUrl: define(
    'VID_ZALO_AUTHORIZE_URL',
    httpUrl,
    'https://oauth.zaloapp.com/v4/permission',
  ).describe('Zalo’s permission page.'),
  zaloTokenUrl: define('VID_ZALO_TOKEN_URL', httpUrl, 'https://oauth.zaloapp.com/v4/access_token').describe(
    'Zalo’s token endpoint.',
  ),
  zaloGraphUrl: define('VID_ZALO_GRAPH_URL', httpUrl, 'https://graph.zalo.me/v2.0/').describe(
    'Zalo’s Social API with its version.',
  ),
  zaloPictureHosts: define(
    'VID_ZALO_PICTURE_HOSTS',
    imageHosts,
    'https://*.zadn.vn,https://*.zdn.vn',
  ).describe('Where Zalo’s profile pictures may come from.'),
} as const;

export const socialProviders = [
  {
    name: 'facebook',
    id: 'facebookAppId',
    secret: 'facebookAppSecret',
    urls: ['facebookSdkUrl', 'facebookDialogUrl', 'facebookGraphUrl'],
    pictureHosts: 'facebookPictureHosts',
  },
  {
    name: 'google',
    id: 'googleClientId',
    secret: 'googleClientSecret',
    urls: ['googleAuthorizeUrl', 'googleTokenUrl', 'googleJwksUrl'],
    pictureHosts: 'googlePictureHosts',
  },
  {
    name: 'zalo',
    id: 'zaloAppId',
    secret: 'zaloAppSecret',
    urls: ['zaloAuthorizeUrl', 'zaloTokenUrl', 'zaloGraphUrl'],
    pictureHosts: 'zaloPictureHosts',
  },
] as const;
