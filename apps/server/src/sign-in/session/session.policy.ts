import type { Config } from '#config/config.ts';
import type { AccountRole } from '#database/tables.ts';

/** A session is written to at most this often, however often it is used. */
export const touchEverySeconds = 300;

/** How a session was begun; kept with it and told to applications. */
export type SignInMethod = 'password' | 'otp' | 'sign-up';

/** Life of a new session in seconds: `idle` without use, `max` whatever its use. */
export type SessionLife = { readonly idle: number; readonly max: number };

export function sessionLife(role: AccountRole, config: Config): SessionLife {
  return role === 'admin'
    ? { idle: config.adminIdleMinutes * 60, max: config.adminMaxHours * 3_600 }
    : { idle: config.sessionIdleDays * 86_400, max: config.sessionMaxDays * 86_400 };
}

const browsers: readonly [RegExp, string][] = [
  [/Zalo/u, 'Zalo'],
  [/FBAN|FBAV/u, 'Facebook'],
  [/coc_coc_browser/u, 'Cốc Cốc'],
  [/EdgA?\/|Edg\//u, 'Edge'],
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

/** A name a person recognises; an unknown agent stays empty rather than guessed. */
export function describeDevice(userAgent: string): { browser: string; system: string; isMobile: boolean } {
  const find = (table: readonly [RegExp, string][]): string =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return { browser: find(browsers), system: find(systems), isMobile: /Mobi|Android|iPhone/u.test(userAgent) };
}
