import { describe, expect, it } from 'vitest';
import { defineEndpoints } from './endpoint.ts';

const own = { id: 'x', summary: 'x' } as const;
const tokens = ['TOKEN_MISSING', 'TOKEN_INVALID'];
const session = [...tokens, 'PASSWORD_CHANGE_REQUIRED'];

describe('the errors of an endpoint', () => {
  it.each([
    ['a visitor', defineEndpoints('visitor', 'sign-in', { 'GET /one': own }), []],
    [
      'a visitor, with own errors',
      defineEndpoints('visitor', 'sign-in', { 'GET /one': { ...own, errors: ['NOT_FOUND'] } }),
      ['NOT_FOUND'],
    ],
    ['a member', defineEndpoints('member', 'profile', { 'GET /one/:accountId': own }), session],
    [
      'a member who must change the password',
      defineEndpoints('member', 'profile', { 'GET /one': { ...own, isOpenDuringForcedChange: true } }),
      tokens,
    ],
    [
      'a member, with a confirmation',
      defineEndpoints('member', 'profile', { 'GET /one': { ...own, confirm: true } }),
      [...session, 'REAUTHENTICATION_REQUIRED'],
    ],
    [
      'an administrator',
      defineEndpoints('admin', 'accounts', { 'GET /one': own }),
      [...session, 'FORBIDDEN', 'TWO_STEP_SETUP_REQUIRED'],
    ],
    [
      'an administrator, for a row',
      defineEndpoints('admin', 'accounts', { 'GET /one/:accountId': own }),
      [...session, 'FORBIDDEN', 'TWO_STEP_SETUP_REQUIRED', 'NOT_FOUND'],
    ],
    ['a visitor with a client token', defineEndpoints('gateway', 'sign-in', { 'GET /one': own }), []],
    [
      'a manager, with a confirmation of administrators',
      defineEndpoints('manager', 'accounts', { 'GET /one': { ...own, confirm: 'administrators' } }),
      [...session, 'NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
    ],
    [
      'a machine client',
      defineEndpoints('machine', 'accounts', { 'GET /one': own }),
      ['ACCESS_TOKEN_INVALID', 'INSUFFICIENT_SCOPE', 'NOT_FOUND'],
    ],
  ])('follow from its access, its path and its settings: for %s', (_who, endpoints, errors) => {
    expect(Object.values(endpoints).map((endpoint) => endpoint.errors)).toEqual([errors]);
  });
});
