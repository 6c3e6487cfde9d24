/** What is registered, as far as an authorization address can be wrong about it. */
export type RegisteredClient = {
  readonly id: string;
  readonly appCode: string;
  readonly kind: 'web' | 'spa' | 'native' | 'machine';
  readonly isActive: boolean;
  readonly isApplicationActive: boolean;
  readonly redirectUris: readonly string[];
  readonly postLogoutUris: readonly string[];
};

/** `refused`: no sign-on comes of it. `ignored`: VID goes on as if it were not there. `note`: right, but worth knowing. */
export type Effect = 'refused' | 'ignored' | 'note';

/** One thing to say of an address, and what to do about it; `parameter` names the culprit. */
export type Finding = {
  readonly parameter: string;
  readonly problem: string;
  readonly mend: string;
  readonly effect: Effect;
};

export type Protocol = 'community' | 'openid';

/** Writes findings down, by what VID does about them. */
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
