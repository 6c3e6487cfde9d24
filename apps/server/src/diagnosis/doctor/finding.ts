export type RegisteredClient = {
  readonly id: string;
  readonly appCode: string;
  readonly kind: 'web' | 'spa' | 'native' | 'machine';
  readonly isActive: boolean;
  readonly isApplicationActive: boolean;
  readonly redirectUris: readonly string[];
  readonly postLogoutUris: readonly string[];
  readonly mayOmitPkce: boolean;
};

/**
 * `refused`: the sign-on fails. `ignored`: VID ignores the parameter. `note`: the value is valid but may be a
 * mistake.
 */
export type Effect = 'refused' | 'ignored' | 'note';

export type Finding = {
  readonly parameter: string;
  readonly problem: string;
  readonly mend: string;
  readonly effect: Effect;
};

export type Protocol = 'community' | 'openid';

export type Say = Readonly<Record<Effect, (parameter: string, problem: string, mend: string) => void>>;

export function createFindings(): { readonly findings: Finding[]; readonly say: Say } {
  const findings: Finding[] = [];
  const as =
    (effect: Effect) =>
    (parameter: string, problem: string, mend: string): void => {
      findings.push({ parameter, problem, mend, effect });
    };
  return { findings, say: { refused: as('refused'), ignored: as('ignored'), note: as('note') } };
}
