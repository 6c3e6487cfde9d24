import { Suspense, useEffect, useState } from 'react';
import { optionalPart } from '#navigation/lazy-part.ts';
import { offeredProviders, type Provider } from '#session/social/providers.ts';
import { readBoot } from '#shared/lib/boot.ts';

const SocialButtons = optionalPart(() => import('./social-buttons.tsx'), 'SocialButtons');

/**
 * Reserves space for the providers' buttons. The pre-rendered page has only the space, because the build does not know
 * which providers are configured.
 */
export function SocialPlace() {
  const [providers, setProviders] = useState<readonly Provider[]>([]);
  // Reads the boot data of the page, which the build's pre-rendering does not have.
  // oxlint-disable-next-line react/set-state-in-effect -- the first render must equal the pre-rendered page
  useEffect(() => setProviders(offeredProviders(readBoot().social)), []);
  return (
    <div className="social-place">
      {providers.length > 0 && (
        <Suspense fallback={null}>
          <SocialButtons providers={providers} />
        </Suspense>
      )}
    </div>
  );
}
