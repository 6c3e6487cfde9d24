import type { ComponentType } from 'react';
import { Navigate, useLocation } from 'react-router';
import { matchKnownPath, paths } from '#navigation/paths.ts';
import type { Journey } from './journey.ts';
import { usePageDecision } from './run.ts';

/**
 * Returns a page that appears only at its steps of the journey, and otherwise redirects to the page of the current
 * step.
 */
export const inJourney = (journey: Journey, Page: ComponentType): ComponentType =>
  function PageOfJourney() {
    const { pathname } = useLocation();
    const decision = usePageDecision(journey, matchKnownPath(pathname) ?? paths.root);
    if (decision.kind === 'show') return <Page />;
    return (
      <Navigate
        replace
        to={decision.to}
        state={decision.reason === null ? null : { reason: decision.reason }}
      />
    );
  };
