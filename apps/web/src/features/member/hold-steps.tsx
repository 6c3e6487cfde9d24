import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { DatedSteps } from '#shared/ui/display/dated-steps.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';
import type { UserInfo } from '#state/auth.ts';

/** A change that a hold delays. `all` means every such change. */
export type HeldChange = 'all' | 'phone' | 'email' | 'twoStep' | 'passkey' | 'social' | 'export' | 'deletion';

export function HoldSteps({
  change,
  hold,
  isByPassword,
}: {
  change: HeldChange;
  hold: NonNullable<UserInfo['hold']>;
  isByPassword: boolean;
}) {
  const t = useT();
  const time = formatDateTime(hold.until);
  return (
    <section aria-label={t('reset.hold.title')} className="grid gap-4">
      <p className="flex items-start gap-2 font-semibold">
        <Icon name="lock" className="mt-0.5 text-accent" />
        {t('reset.hold.title')}
      </p>
      <DatedSteps
        steps={[
          {
            when: formatDateTime(hold.since),
            text: t(isByPassword ? 'reset.hold.since.password' : 'reset.hold.since'),
            isDone: true,
          },
          {
            when: t('reset.steps.until', { time }),
            text: t(isByPassword ? 'reset.hold.until.password' : 'reset.hold.until.text'),
          },
          { when: t('reset.steps.from', { time }), text: t(`reset.hold.${change}`) },
        ]}
      />
    </section>
  );
}
