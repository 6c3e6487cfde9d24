export type PhoneCountry = { readonly code: string; readonly callingCode: string };

/**
 * Boot data that the server writes into the page (apps/web/build/README.md). Plain `vite` serves pages without boot
 * data.
 */
export type Boot = {
  readonly params?: unknown;
  readonly hasSession?: boolean;
  readonly social?: unknown;
  readonly mode?: 'evaluation' | 'production';
  readonly cmsLoginUrl?: string | null;
  /** Server time in epoch milliseconds. */
  readonly serverTime?: number;
  readonly maintenance?: { readonly endsAt: string; readonly message: string | null } | null;
  readonly locales?: readonly string[];
  readonly phoneCountries?: readonly PhoneCountry[];
  readonly next?: NextFiles;
};

export type NextFiles = {
  /** Files of the other pages for signed-out visitors, which the warm-up fetches. */
  readonly journeys: readonly string[];
  /** Files of the page that a sign-in opens. */
  readonly page: readonly string[];
};

export function readBoot(): Boot {
  const text = document.querySelector('#vid-boot')?.textContent;
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
