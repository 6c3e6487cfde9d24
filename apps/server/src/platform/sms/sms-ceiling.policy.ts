/** Cost of today's and of this month's messages (Vietnam time), in VND. */
export type SmsCost = { readonly today: number; readonly month: number };

/** The operator's cost ceilings in VND; undefined for no ceiling. */
export type SmsCeilings = { readonly day: number | undefined; readonly month: number | undefined };

const alarmPercent = 80;

export type CeilingLevel = 'below' | 'near' | 'reached';

export type CeilingUse = {
  readonly level: CeilingLevel;
  readonly percent: number;
  readonly most:
    | { readonly period: 'day' | 'month'; readonly cost: number; readonly ceiling: number }
    | undefined;
};

/** Returns the use of the ceiling that is closest to being reached; 0 percent without a ceiling. */
export function useOf(cost: SmsCost, ceilings: SmsCeilings): CeilingUse {
  const [most] = [
    { period: 'day' as const, cost: cost.today, ceiling: ceilings.day },
    { period: 'month' as const, cost: cost.month, ceiling: ceilings.month },
  ]
    .flatMap(({ ceiling, ...rest }) => (ceiling === undefined ? [] : [{ ...rest, ceiling }]))
    .toSorted((a, b) => b.cost / b.ceiling - a.cost / a.ceiling);
  const percent = most ? Math.floor((most.cost * 100) / most.ceiling) : 0;
  const level = percent >= 100 ? 'reached' : percent >= alarmPercent ? 'near' : 'below';
  return { level, percent, most };
}

/** Describes the use of the ceilings for the operator. Returns undefined below the alarm threshold. */
export function describeUse({ level, most }: CeilingUse): string | undefined {
  if (level === 'below' || !most) return undefined;
  const [cost, ceiling] = [most.cost, most.ceiling].map((dong) => dong.toLocaleString('en'));
  return `${cost} of ${ceiling} VND ${most.period === 'day' ? 'today' : 'this month'}`;
}
