import { headers, httpUrl, integer } from '../parsers.ts';
import { define, secret, type Setting } from './setting.ts';

const days = integer(1, 36_500);

const ofGroup = (name: Setting<number>['name'], kinds: string): Setting<number> =>
  define(name, days, undefined).describe(
    `Days for which events about ${kinds} are kept. Default: VID_AUDIT_DAYS.`,
  );

const auditGroupSettings = {
  auditSignInDays: ofGroup('VID_AUDIT_SIGNIN_DAYS', 'sign-ins, failed sign-ins and sessions'),
  auditCodeDays: ofGroup('VID_AUDIT_CODE_DAYS', 'one-time codes'),
  auditAccountDays: ofGroup('VID_AUDIT_ACCOUNT_DAYS', 'accounts and profiles'),
  auditSecurityDays: ofGroup('VID_AUDIT_SECURITY_DAYS', 'passwords, two-step sign-in and recovery'),
  auditPrivacyDays: ofGroup(
    'VID_AUDIT_PRIVACY_DAYS',
    'consents, copies of data, requests about data, and incidents',
  ),
  auditAdministrationDays: ofGroup(
    'VID_AUDIT_ADMINISTRATION_DAYS',
    'what administrators do to accounts and parameters, and about reads of the audit log,',
  ),
  auditApplicationDays: ofGroup(
    'VID_AUDIT_APPLICATION_DAYS',
    'applications, their clients, permissions and webhooks',
  ),
} as const;

export const auditSettings = {
  auditDays: define('VID_AUDIT_DAYS', days, '400').describe(
    'Days for which events of the audit log are kept, unless the setting of their group says otherwise. They are deleted by calendar month (UTC), once all events of the month are older.',
  ),
  ...auditGroupSettings,
  auditStreamUrl: define('VID_AUDIT_STREAM_URL', httpUrl, undefined).describe(
    'Address to which the events of the audit log are sent as OpenTelemetry logs (OTLP over HTTP, JSON), such as https://siem.example.vn/v1/logs.',
  ),
  auditStreamHeaders: secret('VID_AUDIT_STREAM_HEADERS', headers, '').describe(
    'Headers of the requests to VID_AUDIT_STREAM_URL, as name=value, separated by commas and percent-encoded.',
  ),
} as const;
