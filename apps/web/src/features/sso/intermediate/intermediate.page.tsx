import { Navigate, useSearchParams } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { useSso } from '#state/sso.ts';
import { AskToContinue } from './ask-to-continue.tsx';
import { Interaction } from './interaction.tsx';

/** Asks the user before continuing to an application, for both sign-on protocols. */
export function IntermediatePage() {
  const [query] = useSearchParams();
  const hasSettings = useSso((state) => state.settings !== null);
  const uid = query.get('uid');
  if (uid !== null && /^[\w-]{10,64}$/.test(uid)) return <Interaction key={uid} uid={uid} />;
  return hasSettings ? <AskToContinue /> : <Navigate replace to={paths.home} />;
}
