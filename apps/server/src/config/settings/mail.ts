import { integer, mailSender, smtpUrl } from '../parsers.ts';
import { define, secret } from './setting.ts';

export const mailSettings = {
  mailUrl: secret('VID_MAIL_URL', smtpUrl, undefined).describe(
    'Mail server: smtps://user:password@host (TLS, port 465) or smtp://user:password@host (STARTTLS, port 587). Without it, evaluation mode writes mail to the outbox, and production sends none.',
  ),
  mailFrom: define('VID_MAIL_FROM', mailSender, undefined).describe(
    'Sender of all mail, such as VID <no-reply@example.vn>.',
  ),
  mailTimeoutMs: define('VID_MAIL_TIMEOUT_MS', integer(100, 60_000), '10000').describe(
    'Timeout of sending one message to the mail server.',
  ),
} as const;
