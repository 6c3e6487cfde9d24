import { Navigate, useLocation } from 'react-router';
import { paths, trimPath } from '#navigation/paths.ts';
import { Recovery } from './recovery.tsx';
import { StartByCode } from './start-by-code.tsx';
import { StartByMail } from './start-by-mail.tsx';
import { useLinkCode } from './use-link-code.ts';

/**
 * Recovers an account whose owner has lost the phone. A link in an e-mail or SMS opens the page with a secret. A member
 * with a recovery code opens the code page again after the waiting time.
 */
export function RecoveryPage() {
  const linkCode = useLinkCode();
  const { pathname } = useLocation();
  const isByCode = trimPath(pathname) === paths.recoveryByCode;
  return (
    <Recovery key={linkCode} linkCode={linkCode}>
      {(state) => {
        if (isByCode) return <StartByCode {...state} />;
        return state.byMail ? <StartByMail /> : <Navigate replace to={paths.recoveryByCode} />;
      }}
    </Recovery>
  );
}
