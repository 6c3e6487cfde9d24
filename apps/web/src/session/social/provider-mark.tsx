import type { ReactNode } from 'react';
import type { Provider } from './providers.ts';

const marks: Readonly<Record<Provider, ReactNode>> = {
  zalo: (
    <>
      <rect width="24" height="24" rx="6" fill="#0068ff" />
      <path fill="#fff" d="M6 7h12v2.2L10 15.6h8V18H6v-2.3l7.9-6.3H6z" />
    </>
  ),
  google: (
    <>
      <path
        fill="#4285f4"
        d="M22.6 12.3q0-1.2-.2-2.3H12v4.3h6a5 5 0 0 1-2.2 3.4v2.8h3.5c2.1-1.9 3.3-4.8 3.3-8.2"
      />
      <path
        fill="#34a853"
        d="M12 23c3 0 5.5-1 7.3-2.6l-3.5-2.8a7 7 0 0 1-3.8 1.1c-2.9 0-5.3-2-6.2-4.6H2.2V17A11 11 0 0 0 12 23"
      />
      <path fill="#fbbc04" d="M5.8 14.1a6.6 6.6 0 0 1 0-4.2V7H2.2a11 11 0 0 0 0 9.9z" />
      <path fill="#ea4335" d="M12 5.4q2.4 0 4.2 1.7L19.4 4A11 11 0 0 0 2.2 7l3.6 2.9A6.6 6.6 0 0 1 12 5.4" />
    </>
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="12" fill="#0866ff" />
      <path
        fill="#fff"
        d="M16.7 15.5l.5-3.5h-3.3V9.7c0-1 .5-1.9 2-1.9h1.5v-3s-1.4-.2-2.7-.2c-2.8 0-4.6 1.7-4.6 4.7V12H7v3.5h3.1V24a12 12 0 0 0 3.8 0v-8.5z"
      />
    </>
  ),
};

/** The provider's mark, which is decorative, because the provider's name is next to it. */
export function ProviderMark({ provider }: { provider: Provider }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0">
      {marks[provider]}
    </svg>
  );
}
