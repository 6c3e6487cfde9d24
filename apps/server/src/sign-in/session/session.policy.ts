import type { Config } from '#config/config.ts';
import type { AccountRole } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';

/** Minimum seconds between two updates of a session's last use. */
export const touchEverySeconds = 300;

/** How long an authentication allows sensitive changes. */
export const freshSeconds = 300;

/**
 * For changes that need a recent sign-in, whatever its method.
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export function requireRecent(session: { readonly isRecent: boolean; readonly isConfirmed: boolean }): void {
  if (!session.isRecent && !session.isConfirmed) throw new AppError('REAUTHENTICATION_REQUIRED');
}

/**
 * For changes that the phone alone must not allow, because a SIM can be swapped: the session must have verified the
 * password or a passkey.
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export function requireConfirmed(session: { readonly isConfirmed: boolean }): void {
  if (!session.isConfirmed) throw new AppError('REAUTHENTICATION_REQUIRED');
}

/** Lifetime of a session in seconds: `idle` since its last use, `max` since its start. */
export type SessionTtl = { readonly idle: number; readonly max: number };

export function sessionTtl(role: AccountRole, config: Config): SessionTtl {
  return role === 'admin'
    ? { idle: config.adminIdleMinutes * 60, max: config.adminMaxHours * 3_600 }
    : { idle: config.sessionIdleDays * 86_400, max: config.sessionMaxDays * 86_400 };
}

const browsers: readonly [RegExp, string][] = [
  [/Zalo/u, 'Zalo'],
  [/FBAN|FBAV/u, 'Facebook'],
  [/coc_coc_browser/u, 'Cốc Cốc'],
  [/EdgA?\//u, 'Edge'],
  [/OPR\//u, 'Opera'],
  [/SamsungBrowser\//u, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//u, 'Firefox'],
  [/Chrome\/|CriOS\//u, 'Chrome'],
  [/Safari\//u, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/Android/u, 'Android'],
  [/iPhone|iPad|iPod/u, 'iOS'],
  [/Windows/u, 'Windows'],
  [/Mac OS X/u, 'macOS'],
  [/CrOS/u, 'ChromeOS'],
  [/Linux/u, 'Linux'],
];

/** Names that people recognise; empty for an unknown user agent. */
export function describeDevice(userAgent: string): { browser: string; system: string; isMobile: boolean } {
  const find = (table: readonly [RegExp, string][]): string =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return { browser: find(browsers), system: find(systems), isMobile: /Mobi|Android|iPhone/u.test(userAgent) };
}
