import { httpUrl, imageHosts, oneOf, text } from '../parsers.ts';
import { define, secret } from './setting.ts';

/**
 * Settings of the social sign-in providers. A provider is offered if its id and secret are set. Its addresses are
 * settings so that tests and evaluation mode can use local servers.
 */
export const socialSettings = {
  sampleProviders: define(
    'VID_SAMPLE_PROVIDERS',
    oneOf('on', 'off'),
    'on',
    'Evaluation mode: whether sample servers stand in for Facebook, Google and Zalo where these are not configured.',
  ),
  facebookAppId: define(
    'VID_FACEBOOK_APP_ID',
    text,
    undefined,
    'App id of Facebook Login. With its secret, offers sign-in by Facebook.',
  ),
  facebookAppSecret: secret(
    define('VID_FACEBOOK_APP_SECRET', text, undefined, 'App secret of Facebook Login.'),
  ),
  facebookSdkUrl: define(
    'VID_FACEBOOK_SDK_URL',
    httpUrl,
    'https://connect.facebook.net/vi_VN/sdk.js',
    'Facebook’s JavaScript SDK, loaded when the button is pressed.',
  ),
  facebookDialogUrl: define(
    'VID_FACEBOOK_DIALOG_URL',
    httpUrl,
    'https://www.facebook.com/v14.0/dialog/oauth',
    'Facebook’s login dialog.',
  ),
  facebookGraphUrl: define(
    'VID_FACEBOOK_GRAPH_URL',
    httpUrl,
    'https://graph.facebook.com/v14.0/',
    'Facebook’s Graph API with its version.',
  ),
  facebookPictureHosts: define(
    'VID_FACEBOOK_PICTURE_HOSTS',
    imageHosts,
    'https://platform-lookaside.fbsbx.com,https://*.fbcdn.net',
    'Where Facebook’s profile pictures may come from.',
  ),
  googleClientId: define(
    'VID_GOOGLE_CLIENT_ID',
    text,
    undefined,
    'Client id of Google sign-in. With its secret, offers sign-in by Google.',
  ),
  googleClientSecret: secret(
    define('VID_GOOGLE_CLIENT_SECRET', text, undefined, 'Client secret of Google sign-in.'),
  ),
  googleIssuer: define(
    'VID_GOOGLE_ISSUER',
    text,
    'https://accounts.google.com',
    'The issuer in Google’s id tokens.',
  ),
  googleAuthorizeUrl: define(
    'VID_GOOGLE_AUTHORIZE_URL',
    httpUrl,
    'https://accounts.google.com/o/oauth2/v2/auth',
    'Google’s authorization endpoint.',
  ),
  googleTokenUrl: define(
    'VID_GOOGLE_TOKEN_URL',
    httpUrl,
    'https://oauth2.googleapis.com/token',
    'Google’s token endpoint.',
  ),
  googleJwksUrl: define(
    'VID_GOOGLE_JWKS_URL',
    httpUrl,
    'https://www.googleapis.com/oauth2/v3/certs',
    'Google’s public signing keys.',
  ),
  googlePictureHosts: define(
    'VID_GOOGLE_PICTURE_HOSTS',
    imageHosts,
    'https://*.googleusercontent.com',
    'Where Google’s profile pictures may come from.',
  ),
  zaloAppId: define(
    'VID_ZALO_APP_ID',
    text,
    undefined,
    'App id of Zalo. With its secret, offers sign-in by Zalo.',
  ),
  zaloAppSecret: secret(define('VID_ZALO_APP_SECRET', text, undefined, 'Secret key of the Zalo app.')),
  zaloAuthorizeUrl: define(
    'VID_ZALO_AUTHORIZE_URL',
    httpUrl,
    'https://oauth.zaloapp.com/v4/permission',
    'Zalo’s permission page.',
  ),
  zaloTokenUrl: define(
    'VID_ZALO_TOKEN_URL',
    httpUrl,
    'https://oauth.zaloapp.com/v4/access_token',
    'Zalo’s token endpoint.',
  ),
  zaloGraphUrl: define(
    'VID_ZALO_GRAPH_URL',
    httpUrl,
    'https://graph.zalo.me/v2.0/',
    'Zalo’s Social API with its version.',
  ),
  zaloPictureHosts: define(
    'VID_ZALO_PICTURE_HOSTS',
    imageHosts,
    'https://*.zadn.vn,https://*.zdn.vn',
    'Where Zalo’s profile pictures may come from.',
  ),
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
