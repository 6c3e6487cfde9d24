import { Type } from 'typebox';
import { named } from '../../named.ts';
import { defineEndpoints, sessionErrors, tokenErrors } from '../../endpoint.ts';
import { closed, Done, idOf, IsoTime, NoBody, Place, UserInfo } from '../shapes.ts';

export const Device = named(
  'Device',
  Type.Object({ browser: Type.String(), system: Type.String(), isMobile: Type.Boolean() }),
);

export const SessionInfo = named(
  'Session',
  Type.Object({
    id: Type.String({ examples: ['ses_5m2c7x9k3f7d4s2z0w6q4n1b8v'] }),
    isCurrent: Type.Boolean(),
    device: Device,
    address: Type.String({ examples: ['203.0.113.7'] }),
    place: Type.Optional(Place),
    createdAt: IsoTime,
    lastSeenAt: IsoTime,
  }),
);

export const sessionEndpoints = defineEndpoints({
  'GET /vid/ajax/auth/me': {
    id: 'getMe',
    summary: 'Get the signed-in account',
    tag: 'session',
    access: 'member',
    isOpenDuringForcedChange: true,
    data: UserInfo,
    errors: tokenErrors,
  },
  'POST /vid/ajax/auth/logout': {
    id: 'signOut',
    summary: 'End this session; succeeds for a signed-out browser too',
    tag: 'session',
    access: 'visitor',
    body: NoBody,
    data: Done,
    errors: [],
  },
  'POST /vid/ajax/auth/logout/all': {
    id: 'signOutEverywhere',
    summary: 'End every session of the account',
    tag: 'session',
    access: 'member',
    isOpenDuringForcedChange: true,
    body: NoBody,
    data: Done,
    errors: tokenErrors,
  },
  'GET /vid/api/sessions': {
    id: 'listSessions',
    summary: 'List the sessions of the account, the current one first',
    tag: 'session',
    access: 'member',
    data: Type.Array(SessionInfo),
    errors: sessionErrors,
  },
  'DELETE /vid/api/sessions/:sessionId': {
    id: 'endSession',
    summary: 'End one session of the account',
    tag: 'session',
    access: 'member',
    params: Type.Object({ sessionId: idOf('ses') }, closed),
    data: Done,
    errors: [...sessionErrors, 'SESSION_NOT_FOUND'],
  },
});
