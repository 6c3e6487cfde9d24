import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { closed, Done, Id, IsoTime, UserInfo } from '../shapes.ts';

export const SessionInfo = Type.Object({
  id: Type.String(),
  isCurrent: Type.Boolean(),
  device: Type.Object({ browser: Type.String(), system: Type.String(), isMobile: Type.Boolean() }),
  address: Type.String(),
  createdAt: IsoTime,
  lastSeenAt: IsoTime,
});

const memberErrors = ['TOKEN_MISSING', 'TOKEN_INVALID'] as const;

export const sessionEndpoints = defineEndpoints({
  'GET /vid/ajax/auth/me': {
    summary: 'The signed-in account',
    tag: 'session',
    access: 'member',
    data: UserInfo,
    errors: memberErrors,
  },
  'POST /vid/ajax/auth/logout': {
    summary: 'End this session; succeeds for a signed-out browser too',
    tag: 'session',
    access: 'visitor',
    body: Type.Optional(Type.Union([Type.Object({}, closed), Type.Null()])),
    data: Done,
    errors: [],
  },
  'POST /vid/ajax/auth/logout/all': {
    summary: 'End every session of the account',
    tag: 'session',
    access: 'member',
    body: Type.Optional(Type.Union([Type.Object({}, closed), Type.Null()])),
    data: Done,
    errors: memberErrors,
  },
  'GET /vid/api/sessions': {
    summary: 'Sessions of the account, the current one first',
    tag: 'session',
    access: 'member',
    data: Type.Array(SessionInfo),
    errors: memberErrors,
  },
  'DELETE /vid/api/sessions/:sessionId': {
    summary: 'End one session of the account',
    tag: 'session',
    access: 'member',
    params: Type.Object({ sessionId: Id }, closed),
    data: Done,
    errors: [...memberErrors, 'SESSION_NOT_FOUND'],
  },
});
