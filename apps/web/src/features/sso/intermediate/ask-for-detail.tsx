import type { MissingDetail } from '@vid/contract/sso/required-details';
import { Suspense } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import type { DetailProps } from './detail-form.tsx';

// A sign-on may need neither form, so both load on demand.
const AskForEmail = neededPart(() => import('./ask-for-email.tsx'), 'AskForEmail');
const AskForName = neededPart(() => import('./ask-for-name.tsx'), 'AskForName');

export function AskForDetail({ missing, ...props }: DetailProps & { missing: MissingDetail }) {
  return (
    <Suspense fallback={<Loading />}>
      {missing === 'NAME_REQUIRED' ? <AskForName {...props} /> : <AskForEmail {...props} />}
    </Suspense>
  );
}
