import { Suspense, useState } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { paths } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, LinkButton, TextLink } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { shownName, type UserInfo } from '#state/auth.ts';

const AvatarDialog = neededPart(async () => ({
  default: (await import('#features/member/avatar/avatar-dialog.tsx')).AvatarDialog,
}));

export function AccountSummary({ profile }: { profile: UserInfo }) {
  const t = useT();
  const name = shownName(profile);
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Card title={t('account.summary')}>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar src={profile.avatar} name={name} seed={profile.id} className="size-16 text-xl" />
        <div className="flex-1 basis-32">
          {name && (
            <p className="font-semibold wrap-anywhere">
              <bdi>{name}</bdi>
            </p>
          )}
          <p className={cx('digits', name ? 'text-muted' : 'font-semibold')}>
            <span className="sr-only">{t('common.phone')}: </span>
            <bdi dir="ltr" className="whitespace-nowrap">
              {formatPhone(profile.phone)}
            </bdi>
          </p>
        </div>
        <p className="flex w-full flex-wrap items-baseline gap-x-6 gap-y-2 text-label">
          <LinkButton onClick={() => setIsChanging(true)}>{t('profile.avatar.change')}</LinkButton>
          <TextLink isPlain to={paths.userPhone}>
            {t('profile.phone.change')}
          </TextLink>
        </p>
      </div>
      {isChanging && (
        <Suspense>
          <AvatarDialog hasPicture={profile.avatar !== null} onClose={() => setIsChanging(false)} />
        </Suspense>
      )}
      <p className="mt-4 flex flex-wrap gap-2">
        <Badge tone="brand" icon={profile.isEnterprise ? 'building' : 'user'}>
          {t(profile.isEnterprise ? 'account.kind.enterprise' : 'account.kind.personal')}
        </Badge>
        {profile.isComplete && (
          <Badge tone="success" icon="success">
            {t('account.state.complete')}
          </Badge>
        )}
      </p>
      <div className="mt-6 border-t border-line pt-6">
        <h3 className="text-label">{t('account.referralCode')}</h3>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3 rounded-control bg-bg py-2 ps-4 pe-2">
          <bdi dir="ltr" className="digits text-lg font-semibold tracking-[0.05em] break-all select-all">
            {profile.referralCode}
          </bdi>
          <Button
            look="secondary"
            className="min-h-11"
            onClick={() => void copyText(profile.referralCode, 'account.copied')}
          >
            {t('account.copy')}
            <span className="sr-only"> {t('account.referralCode')}</span>
          </Button>
        </div>
        <p className="mt-2 text-sm text-muted">{t('account.referralCode.hint')}</p>
      </div>
    </Card>
  );
}
