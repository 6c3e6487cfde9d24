import { Suspense, useEffect, useState } from 'react';
import { optionalPart } from '#shared/lib/optional-part.ts';
import { offeredProviders } from '#session/social/providers.ts';
import { readBoot } from '#shared/lib/boot.ts';

const SocialButtons = optionalPart(() => import('./social-buttons.tsx'), 'SocialButtons');

// React hydrates the prerendered buttons once their code has loaded. Another element would discard the buttons.
const buttons = (
  <Suspense fallback={null}>
    <SocialButtons />
  </Suspense>
);

/**
 * Shows the buttons of the configured social providers. The prerendered page has a button for every provider, and the
 * style sheet hides those that are not configured.
 */
export function SocialPlace() {
  const [isOffered, setIsOffered] = useState(true);
  // Reads the boot data of the page, which prerendering does not have.
  // oxlint-disable-next-line react/set-state-in-effect -- the first render must equal the prerendered page
  useEffect(() => setIsOffered(offeredProviders(readBoot().social).length > 0), []);
  return <div className="social-place">{isOffered && buttons}</div>;
}
