import { describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { isRecent, sessionTtl } from './session.policy.ts';

describe('sessionTtl', () => {
  const config = readConfig(
    {
      VID_SESSION_IDLE_DAYS: '2',
      VID_SESSION_MAX_DAYS: '3',
      VID_SESSION_ADMIN_IDLE_MINUTES: '7',
      VID_SESSION_ADMIN_MAX_HOURS: '5',
    },
    { dataDir: '/nonexistent' },
  );

  it('S4 follows the settings of the role', () => {
    expect(sessionTtl('user', config)).toEqual({ idle: 2 * 86_400, max: 3 * 86_400 });
    expect(sessionTtl('admin', config)).toEqual({ idle: 7 * 60, max: 5 * 3_600 });
  });
});

it.each([
  ['password', true, true],
  ['password', false, false],
  ['qr', true, false],
  ['qr', false, false],
])('counts the proof of a session by %s, new: %s, as recent: %s', (method, isNew, expected) => {
  expect(isRecent({ method, isNew })).toBe(expected);
});
