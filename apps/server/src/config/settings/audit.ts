import { integer } from '../parsers.ts';
import { define } from './setting.ts';

const days = integer(1, 36_500);

/** How long events of the audit log are kept. */
export const auditSettings = {
  auditDays: define(
    'VID_AUDIT_DAYS',
    days,
    '400',
    'Days for which events of the audit log are kept, those of the settings below aside. Events leave by calendar month (UTC): as soon as all of a month are older.',
  ),
  auditSignInDays: define(
    'VID_AUDIT_SIGNIN_DAYS',
    days,
    '400',
    'The same for sign-ins, failed ones and sessions.',
  ),
  auditCodeDays: define('VID_AUDIT_CODE_DAYS', days, '400', 'The same for one-time codes.'),
  auditDeskDays: define(
    'VID_AUDIT_DESK_DAYS',
    days,
    '400',
    'The same for what administrators do to accounts and parameters, and for reading the audit log.',
  ),
} as const;
