import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { Path } from '#navigation/paths.ts';
import type { Journey } from './journey.ts';
import { usePageDecision } from './run.ts';

/** Shows a page of a journey, or redirects to the page of its current step. */
export function JourneyGate({
  journey,
  page,
  children,
}: {
  journey: Journey;
  page: Path;
  children: ReactNode;
}) {
  const decision = usePageDecision(journey, page);
  if (decision.kind === 'show') return children;
  return (
    <Navigate
      replace
      to={decision.to}
      state={decision.reason === null ? null : { reason: decision.reason }}
    />
  );
}
