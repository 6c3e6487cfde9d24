import { type RefObject, Suspense, useEffect, useState } from 'react';
import { optionalPart } from '#navigation/lazy-part.ts';
import { supportsPasskeys } from '#session/passkey/supports-passkeys.ts';

// If the button cannot be loaded, for example offline, the other sign-in methods still work.
const PasskeyButton = optionalPart(async () => ({
  default: (await import('./passkey-button.tsx')).PasskeyButton,
}));

/** Reserves the height of the passkey button, which loads after the page. */
export function PasskeyPlace({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [isShown, setIsShown] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the first render must equal the pre-rendered page
  useEffect(() => setIsShown(supportsPasskeys()), []);
  return (
    <div className="mt-3 min-h-12">
      <Suspense fallback={null}>{isShown && <PasskeyButton form={form} />}</Suspense>
    </div>
  );
}
