export const periods = {
  day: { unit: 'hour', buckets: 24 },
  week: { unit: 'day', buckets: 7 },
  month: { unit: 'day', buckets: 30 },
} as const satisfies Readonly<Record<string, Buckets>>;
export type Period = keyof typeof periods;
export type Buckets = { readonly unit: 'hour' | 'day'; readonly buckets: number };

/** Methods by which a member confirms a change in a session. Their failures do not count as failed sign-ins. */
export const inSessionMethods: readonly string[] = ['password-change', 'reauthenticate'];

export type Counts = ReadonlyMap<string, number>;

const figureNames = ['signUps', 'signIns', 'failures', 'codesSent', 'codesVerified'] as const;
export type Figures = Readonly<Record<(typeof figureNames)[number], number>>;

/** Computes the figures. Codes whose SMS failed do not count as sent. */
export function figuresOf(counts: Counts): Figures {
  const of = (name: string): number => Math.round(counts.get(name) ?? 0);
  return {
    signUps: of('sign-up'),
    signIns: methodsOf(counts).reduce((sum, { count }) => sum + count, 0),
    failures: of('failure'),
    codesSent: Math.max(0, of('code-sent') - of('code-refused:sms')),
    codesVerified: of('code-verified'),
  };
}

const signInPrefix = 'sign-in:';

export function methodsOf(counts: Counts): { readonly method: string; readonly count: number }[] {
  return [...counts]
    .filter(([name]) => name.startsWith(signInPrefix))
    .map(([name, count]) => ({ method: name.slice(signInPrefix.length), count: Math.round(count) }))
    .toSorted((a, b) => b.count - a.count || (a.method < b.method ? -1 : 1));
}
