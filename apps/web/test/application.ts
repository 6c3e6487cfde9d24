import type { ClientDetail } from '#features/applications/clients/clients.ts';
import type { Answer } from '#shared/api/request-types.ts';

export const application: Answer<'GET /vid/api/apps/:appId'> = {
  id: 'app_1',
  code: 'shop',
  name: 'Sàn giao dịch',
  logo: null,
  status: 'active',
  access: 'restricted',
  isOwner: true,
  createdAt: '2026-11-21T02:00:00.000Z',
  people: 0,
  locked: 0,
  usersWithout: 0,
};

export const client: ClientDetail = {
  id: 'shop-web',
  name: 'Trang web',
  kind: 'web',
  status: 'active',
  createdAt: '2026-11-21T02:00:00.000Z',
  authMethod: 'client_secret_basic',
  redirectUris: ['https://shop.example.vn/cb'],
  postLogoutUris: [],
  backchannelLogoutUri: null,
  idTokenAlg: 'ES256',
  asksToContinue: false,
  requiresPar: false,
  requiresDpop: false,
  mayOmitPkce: false,
  requiresName: false,
  requiresEmail: false,
  scopes: ['openid', 'profile'],
  managementScopes: [],
  secrets: [{ createdAt: '2026-11-21T02:00:00.000Z', expiresAt: null }],
  keys: [],
};
