import { type RefObject, Suspense, useEffect, useState } from 'react';
import { optionalPart } from '#navigation/lazy-part.ts';
import { supportsPasskeys } from '#session/passkey/this-browser.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { inAppBrowser } from '#shared/lib/in-app-browser.ts';

// If the button cannot be loaded, for example offline, the other sign-in methods still work.
const PasskeyButton = optionalPart(() => import('./passkey-button.tsx'), 'PasskeyButton');
const PasskeysElsewhere = optionalPart(async () => {
  const [part] = await Promise.all([import('#session/passkey/passkeys-elsewhere.tsx'), loadTexts('social')]);
  return part;
}, 'PasskeysElsewhere');

function partOfThisBrowser(): 'button' | 'elsewhere' | undefined {
  if (inAppBrowser() !== null) return 'elsewhere';
  return supportsPasskeys() ? 'button' : undefined;
}

/** Reserves the height of the passkey button, which loads after the page. */
export function PasskeyPlace({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [isShown, setIsShown] = useState<ReturnType<typeof partOfThisBrowser>>();
  // oxlint-disable-next-line react/set-state-in-effect -- the first render must equal the pre-rendered page
  useEffect(() => setIsShown(partOfThisBrowser()), []);
  return (
    <div className="mt-3 min-h-12">
      <Suspense fallback={null}>
        {isShown === 'button' && <PasskeyButton form={form} />}
        {isShown === 'elsewhere' && <PasskeysElsewhere />}
      </Suspense>
    </div>
  );
}
