import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { nullable } from '../shapes.ts';
import { SsoApplication } from './shapes.ts';

/** Endpoints for a logout that a relying application starts (OpenID Connect RP-Initiated Logout). */
export const logoutEndpoints = defineEndpoints('member', 'sso', {
  'GET /vid/api/sso/logout': {
    id: 'getLogout',
    summary: 'Get the application that requested the logout, and the token that confirms the logout',
    isOpenDuringForcedChange: true,
    data: Type.Object({
      application: nullable(SsoApplication),
      xsrf: nullable(Type.String()),
      needsConfirmation: Type.Boolean(),
    }),
  },
});
