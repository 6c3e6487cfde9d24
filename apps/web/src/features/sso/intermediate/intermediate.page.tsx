import { Navigate, useSearchParams } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { useSso } from '#state/sso.ts';
import { AskToContinue } from './ask-to-continue.tsx';
import { Interaction } from './interaction.tsx';

/** Between signing in and an application: what the person is asked before going on, by either protocol. */
export function IntermediatePage() {
  const [query] = useSearchParams();
  const hasSettings = useSso((state) => state.settings !== null);
  const uid = query.get('uid');
  if (uid !== null && /^[\w-]{10,64}$/.test(uid)) return <Interaction key={uid} uid={uid} />;
  return hasSettings ? <AskToContinue /> : <Navigate replace to={paths.home} />;
}
