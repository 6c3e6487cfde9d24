import type { Answer } from '#shared/api/request-types.ts';

export type SmsState = Answer<'GET /vid/api/admin/sms'>;
