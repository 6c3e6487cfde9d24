import { useState } from 'react';
import { CompleteRecovery } from './complete-recovery.tsx';
import { StartByCode } from './start-by-code.tsx';
import { StartByMail } from './start-by-mail.tsx';
import { useLinkCode } from './use-link-code.ts';

/** Recovery of an account without its phone. The link in the mail opens the same page with a secret. */
export function RecoveryPage() {
  const linkCode = useLinkCode();
  const [method, setMethod] = useState<'mail' | 'code'>('mail');
  const [tokenOfCode, setTokenOfCode] = useState('');
  const token = linkCode || tokenOfCode;
  if (token !== '') return <CompleteRecovery key={token} token={token} isLink={linkCode !== ''} />;
  return method === 'mail' ? (
    <StartByMail onOther={() => setMethod('code')} />
  ) : (
    <StartByCode onOther={() => setMethod('mail')} onStarted={setTokenOfCode} />
  );
}
