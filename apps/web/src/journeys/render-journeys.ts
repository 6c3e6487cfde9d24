import type { Journey } from './journey.ts';
import { otpSignInJourney } from './otp-sign-in.ts';
import { passwordResetJourney } from './password-reset.ts';
import { signUpJourney } from './sign-up.ts';
import { socialSignUpJourney } from './social-sign-up.ts';

export const journeys: readonly Journey[] = [
  signUpJourney,
  otpSignInJourney,
  passwordResetJourney,
  socialSignUpJourney,
];

function drawJourney({ title, start, steps }: Journey): string {
  const names = Object.keys(steps);
  const states = names.map((name) => `  ${name}: ${name} (${steps[name]?.page ?? ''})`);
  const moves = names.flatMap((name) =>
    Object.entries(steps[name]?.on ?? {}).map(([event, move]) => {
      const effects = move.effects === undefined ? '' : ` / ${move.effects.join(', ')}`;
      return `  ${name} --> ${move.to}: ${event}${effects}`;
    }),
  );
  const open = names.map((name) => {
    const step = steps[name];
    const pages = step === undefined ? [] : [step.page, ...step.alsoOpen];
    return `| \`${name}\` | ${pages.map((page) => `\`${page}\``).join(', ')} | ${step?.needs ?? ''} |`;
  });
  return [
    `## ${title}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...states,
    `  [*] --> ${start}`,
    ...moves,
    '  done --> [*]',
    '```',
    '',
    '| step | pages that may be open | needs |',
    '|---|---|---|',
    ...open,
    '',
  ].join('\n');
}

export function renderJourneys(): string {
  const intro = [
    '# Journeys',
    '',
    'Generated from `apps/web/src/journeys`. Each arrow is an event and its effects. A page that may not be open at',
    'a step redirects to the first page listed for it.',
    '',
  ];
  return `${[...intro, ...journeys.map((journey) => drawJourney(journey))].join('\n').trimEnd()}\n`;
}
