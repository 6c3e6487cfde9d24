import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { useSso } from '#state/sso.ts';
import { AskToContinue } from './ask-to-continue.tsx';
import { AskToSignOut } from './ask-to-sign-out.tsx';
import { Interaction } from './interaction.tsx';

/** Asks the user before continuing to an application, for both sign-on protocols. */
export function IntermediatePage() {
  const [query] = useSearchParams();
  // Read only once, because signing out clears the settings while the browser is still on this page.
  const [settings] = useState(() => useSso.getState().settings);
  const uid = query.get('uid');
  if (uid !== null && /^[\w-]{10,64}$/.test(uid)) return <Interaction key={uid} uid={uid} />;
  if (settings === null) return <Navigate replace to={paths.home} />;
  return settings.action === 'logout' ? <AskToSignOut /> : <AskToContinue />;
}
