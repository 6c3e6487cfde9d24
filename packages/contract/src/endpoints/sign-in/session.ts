import { Type } from 'typebox';
import { namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { IsoTime, NoBody, Place, UserInfo } from '../shapes.ts';

export const Device = namedObject('Device', {
  browser: Type.String(),
  system: Type.String(),
  isMobile: Type.Boolean(),
});

export const SessionInfo = namedObject('Session', {
  id: Type.String({ examples: ['ses_5m2c7x9k3f7d4s2z0w6q4n1b8v'] }),
  isCurrent: Type.Boolean(),
  device: Device,
  address: Type.String({ examples: ['203.0.113.7'] }),
  place: Type.Optional(Place),
  createdAt: IsoTime,
  lastSeenAt: IsoTime,
});

export const sessionEndpoints = defineEndpoints('member', 'session', {
  'GET /vid/ajax/auth/me': {
    id: 'getMe',
    summary: 'Get the signed-in account',
    isOpenDuringForcedChange: true,
    data: UserInfo,
  },
  'POST /vid/ajax/auth/logout': {
    id: 'signOut',
    summary: 'End this session; also succeeds for a signed-out browser',
    access: 'visitor',
    body: NoBody,
  },
  'POST /vid/ajax/auth/logout/all': {
    id: 'signOutEverywhere',
    limit: { perHour: 60, of: 'session', rows: 0 },
    summary: 'End every session of the account',
    errors: ['REAUTHENTICATION_REQUIRED'],
    isOpenDuringForcedChange: true,
    body: NoBody,
  },
  'GET /vid/api/sessions': {
    id: 'listSessions',
    summary: 'List the sessions of the account, the current one first',
    data: Type.Array(SessionInfo),
  },
  'DELETE /vid/api/sessions': {
    id: 'endOtherSessions',
    summary: 'End every session of the account except this one',
    errors: ['REAUTHENTICATION_REQUIRED'],
    limit: { perHour: 60, of: 'session', rows: 0 },
  },
  'DELETE /vid/api/sessions/:sessionId': {
    id: 'endSession',
    limit: { perHour: 120, of: 'session', rows: 0 },
    summary: 'End one session of the account',
    errors: ['SESSION_NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
  },
});
