import { auditSettings } from './settings/audit.ts';
import { limitSettings } from './settings/limits.ts';
import { mailSettings } from './settings/mail.ts';
import { passwordSettings } from './settings/passwords.ts';
import { serverSettings } from './settings/server.ts';
import { sessionSettings } from './settings/sessions.ts';
import { smsSettings } from './settings/sms.ts';
import { socialSettings } from './settings/social.ts';
import { telemetrySettings } from './settings/telemetry.ts';
import { webhookSettings } from './settings/webhooks.ts';
import { znsSettings } from './settings/zns.ts';

export const settings = {
  ...serverSettings,
  ...smsSettings,
  ...znsSettings,
  ...mailSettings,
  ...socialSettings,
  ...passwordSettings,
  ...sessionSettings,
  ...limitSettings,
  ...auditSettings,
  ...webhookSettings,
  ...telemetrySettings,
} as const;

export type SettingName = keyof typeof settings;
