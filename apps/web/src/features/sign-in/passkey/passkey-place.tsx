import { type RefObject, Suspense, useEffect, useMemo, useState } from 'react';
import { optionalPart } from '#shared/lib/optional-part.ts';
import { supportsPasskeys } from '#session/passkey/this-browser.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { inAppBrowser } from '#shared/lib/browser/in-app-browser.ts';

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

/**
 * Shows the passkey button in browsers with passkeys, and a notice in in-app browsers. The prerendered page always has
 * the button; the style sheet hides it in browsers without passkeys until this code has run.
 */
export function PasskeyPlace({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [shown, setShown] = useState<ReturnType<typeof partOfThisBrowser>>('button');
  // oxlint-disable-next-line react/set-state-in-effect -- the first render must equal the prerendered page
  useEffect(() => setShown(partOfThisBrowser()), []);
  // React hydrates the prerendered button once its code has loaded. If the element changed before, React would discard
  // the button.
  const part = useMemo(
    () => (
      <Suspense fallback={null}>
        {shown === 'button' && <PasskeyButton form={form} />}
        {shown === 'elsewhere' && <PasskeysElsewhere />}
      </Suspense>
    ),
    [shown, form],
  );
  return <div className="mt-3 min-h-12">{part}</div>;
}
