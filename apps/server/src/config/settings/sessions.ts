import { integer } from '../parsers.ts';
import { define } from './setting.ts';

export const sessionSettings = {
  sessionIdleDays: define('VID_SESSION_IDLE_DAYS', integer(1, 365), '14').describe(
    'Idle time after which a member’s session ends.',
  ),
  sessionMaxDays: define('VID_SESSION_MAX_DAYS', integer(1, 365), '30').describe(
    'Maximum lifetime of a member’s session.',
  ),
  adminIdleMinutes: define('VID_SESSION_ADMIN_IDLE_MINUTES', integer(1, 100_000), '30').describe(
    'Idle time after which an administrator’s session ends.',
  ),
  adminMaxHours: define('VID_SESSION_ADMIN_MAX_HOURS', integer(1, 1_000), '12').describe(
    'Maximum lifetime of an administrator’s session.',
  ),
} as const;
