/** What the server writes into the page (see apps/web/build/README.md). All parts may be absent under `vite`. */
export type Boot = {
  /** The application parameters, as `GET /vid/gateway/app/params` answers them. */
  readonly params?: unknown;
  /** Whether the browser sent a session cookie that the server knows. */
  readonly hasSession?: boolean;
  readonly mode?: 'evaluation' | 'production';
  readonly cmsLoginUrl?: string | null;
  /** Milliseconds since 1970 by the server's clock. */
  readonly serverTime?: number;
  readonly locales?: readonly string[];
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
