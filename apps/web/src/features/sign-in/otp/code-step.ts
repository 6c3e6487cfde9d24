import { neededPart } from '#navigation/lazy-part.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';

async function loadSteps() {
  const [{ CodeStep: Step, CodeLead: Lead }] = await Promise.all([
    import('#session/start-steps.tsx'),
    loadTexts('security', 'securityOverview'),
  ]);
  return { CodeStep: Step, CodeLead: Lead };
}

/**
 * Shows a sign-in page as a step of a new administrator's set-up. Loads on demand, because other visitors do not need
 * it.
 */
export const CodeStep = neededPart(loadSteps, 'CodeStep');
export const CodeLead = neededPart(loadSteps, 'CodeLead');
