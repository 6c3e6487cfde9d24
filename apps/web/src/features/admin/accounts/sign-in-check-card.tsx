import type { ReactNode } from 'react';
import { useRead, useSend } from '#shared/api/queries.ts';
import { dot, formatDateTime, formatDay, formatHour, formatNumber, timeZone } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { Bone } from '#shared/ui/feedback/skeleton.tsx';
import { BoneFacts, DataList, QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { readOnce } from '#features/admin/audit/audit-log.tsx';
import { ReasonButton } from '#features/admin/reason-dialog.tsx';
import type { AccountDetail, SignInCheck } from './accounts.tsx';

type Format = (at: string) => string;

const dayOf = (at: string) => formatDay(at, timeZone);

function formatFor({ checkedAt }: SignInCheck): Format {
  return (at) =>
    dayOf(at) === dayOf(checkedAt)
      ? formatHour(at, { withSeconds: true })
      : formatDateTime(at, { withSeconds: true });
}

export function useSignInCheck(accountId: string) {
  return useRead('GET /vid/api/admin/accounts/:accountId/sign-in-check', { params: { accountId } }, readOnce);
}

export function SignInCheckCard({ account, name }: { account: AccountDetail; name: string }) {
  const t = useT();
  const check = useSignInCheck(account.id);
  return (
    <QueryCard
      title={t('admin.check')}
      query={check}
      skeleton={<SignInCheckBones />}
      actions={
        <Button
          look="secondary"
          icon={<PageIcon name="refresh" />}
          isBusy={check.isFetching}
          onClick={() => void check.refetch()}
          text="admin.check.again"
        />
      }
    >
      {(data) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Verdict check={data} />
          <Limits check={data} account={account} name={name} />
          <Codes check={data} />
          <Facts check={data} />
        </div>
      )}
    </QueryCard>
  );
}

export function SignInCheckBones() {
  const t = useT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <span className="bone h-24 rounded-control" />
      <Section title={t('admin.check.codes')}>
        <Bone className="w-56" />
      </Section>
      <BoneFacts
        labels={[
          t('admin.check.tries.passwords'),
          t('admin.check.tries.codes'),
          t('admin.check.tries.appCodes'),
          t('admin.check.devices'),
          t('admin.check.holds'),
        ]}
      />
    </div>
  );
}

const answers = {
  yes: { icon: 'success', style: 'bg-success-soft text-success' },
  partly: { icon: 'alert', style: 'border border-accent text-ink [&>svg]:text-accent' },
  no: { icon: 'alert', style: 'bg-danger-soft text-danger' },
} as const;

function Verdict({ check }: { check: SignInCheck }) {
  const t = useT();
  const { verdict, codes, limits, checkedAt } = check;
  const formatSecond = formatFor(check);
  const { answer, reason, until } = verdict;
  const { icon, style } = answers[answer];
  const time = codes[0] ? formatSecond(codes[0].requestedAt) : '';
  const network = limits.find(({ limit }) => limit === reason)?.network ?? '';
  return (
    <output className={cx('flex gap-3 rounded-control px-4 py-3 forced-colors:border', style)}>
      <PageIcon name={icon} className="mt-0.5 shrink-0" />
      <div className="min-w-0 text-pretty">
        <p className="font-semibold">{t(`admin.check.answer.${answer}`)}</p>
        <p>
          {t(`admin.check.reason.${reason}`, {
            time,
            network,
            count: codes[0]?.wrong ?? 0,
            until: until ? formatSecond(until) : '',
          })}
        </p>
        <p className="mt-1 text-sm">
          {t('admin.check.at', { time: formatDateTime(checkedAt, { withSeconds: true }) })}
        </p>
      </div>
    </output>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-label font-semibold">{title}</h3>
      {children}
    </section>
  );
}

type LimitProps = { check: SignInCheck; account: AccountDetail; name: string };

function Limits({ check, account, name }: LimitProps) {
  const t = useT();
  const { limits } = check;
  const formatSecond = formatFor(check);
  if (limits.length === 0) return null;
  return (
    <Section title={t('admin.check.limits')}>
      <RowList rows={limits} rowKey={({ limit, network }) => `${limit} ${network}`}>
        {({ limit, lift, until, network }) => (
          <>
            <span className="min-w-0 flex-1 basis-60">
              <span className="block">{t(`admin.check.limit.${limit}`)}</span>
              <span className="flex flex-wrap gap-x-3 text-sm text-muted">
                {until !== null && <span>{t('admin.check.until', { time: formatSecond(until) })}</span>}
                {network !== null && (
                  <bdi dir="ltr" className="digits break-all">
                    {network}
                  </bdi>
                )}
              </span>
            </span>
            {lift === null ? (
              <span className="text-sm text-muted">{t('admin.check.shared')}</span>
            ) : (
              !account.isOwn && <LiftButton accountId={account.id} name={name} limit={lift} />
            )}
          </>
        )}
      </RowList>
    </Section>
  );
}

type LiftProps = { accountId: string; name: string; limit: 'passwords' | 'codes' | 'app-codes' };

function LiftButton({ accountId, name, limit }: LiftProps) {
  const t = useT();
  const lift = useSend(
    'POST /vid/api/admin/accounts/:accountId/lift-limit',
    { accountId },
    `admin/accounts/${accountId}`,
  );
  return (
    <ReasonButton
      button={{ look: 'secondary', 'aria-label': t(`admin.check.lift.${limit}`) }}
      title={t('admin.check.lift.title', { name })}
      text={t(`admin.check.lift.${limit}.text`)}
      action={t('admin.check.lift')}
      removesOpener
      onConfirm={(reason) => lift.mutateAsync({ limit, reason })}
      done="admin.check.lift.done"
    />
  );
}

const codeTones = {
  used: 'success',
  entered: 'success',
  waiting: 'brand',
  locked: 'danger',
  failed: 'danger',
  replaced: 'plain',
  expired: 'plain',
} as const;

function Codes({ check }: { check: SignInCheck }) {
  const t = useT();
  const { codes } = check;
  const formatSecond = formatFor(check);
  return (
    <Section title={t('admin.check.codes')}>
      <RowList
        rows={codes}
        rowKey={({ requestedAt }, index) => `${requestedAt} ${index}`}
        none={t('admin.check.codes.none')}
        className="grid gap-1 py-3"
      >
        {(code) => (
          <>
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span>
                <time dateTime={code.requestedAt} className="digits font-semibold">
                  {formatSecond(code.requestedAt)}
                </time>
                {dot}
                {t(`admin.check.purpose.${code.purpose}`)}
              </span>
              <Badge tone={codeTones[code.state]}>{t(`admin.check.code.${code.state}`)}</Badge>
            </span>
            {/* The negative margin and `overflow-hidden` hide the separator of the first item in each line. */}
            <span className="block overflow-hidden text-sm text-muted">
              <span className="-ms-4 flex flex-wrap *:relative *:ps-4 *:before:absolute *:before:start-1.5 *:before:content-['·']">
                <span>{t(`admin.check.gateway.${code.gateway}`)}</span>
                <span>{t(`admin.check.delivered.${code.delivered}`)}</span>
                {code.usedAt !== null && (
                  <span>{t('admin.check.usedAt', { time: formatSecond(code.usedAt) })}</span>
                )}
                {code.usedAt === null && code.enteredAt !== null && (
                  <span>{t('admin.check.enteredAt', { time: formatSecond(code.enteredAt) })}</span>
                )}
                {code.state === 'waiting' && (
                  <span>{t('admin.check.expires', { time: formatSecond(code.expiresAt) })}</span>
                )}
                {code.wrong > 0 && <span>{t('admin.check.wrong', { count: code.wrong })}</span>}
                {code.digits > 6 && <span>{t('admin.check.long', { digits: code.digits })}</span>}
                {code.isKnownDevice ? (
                  <span>{t('admin.check.knownDevice')}</span>
                ) : (
                  <span>
                    {t('admin.check.unknownDevice')}{' '}
                    <bdi dir="ltr" className="digits break-all">
                      {code.network}
                    </bdi>
                  </span>
                )}
              </span>
            </span>
          </>
        )}
      </RowList>
      {codes.length > 0 && <p className="mt-2 text-sm text-muted">{t('admin.check.codes.note')}</p>}
    </Section>
  );
}

function Facts({ check }: { check: SignInCheck }) {
  const t = useT();
  const { tries, devices, holds } = check;
  const formatSecond = formatFor(check);
  const { known, blocked } = devices;
  return (
    <DataList
      items={{
        [t('admin.check.tries.passwords')]: tries.lastPasswordAt
          ? t('admin.check.tries.last', {
              count: tries.passwords,
              time: formatSecond(tries.lastPasswordAt),
            })
          : formatNumber(tries.passwords),
        [t('admin.check.tries.codes')]: formatNumber(tries.codes),
        [t('admin.check.tries.appCodes')]: formatNumber(tries.appCodes),
        [t('admin.check.devices')]: t('admin.check.devices.count', { known, blocked }),
        [t('admin.check.holds')]:
          holds.length === 0 ? (
            t('admin.account.none')
          ) : (
            <ul>
              {holds.map(({ hold, until }) => (
                <li key={hold}>
                  {t(`admin.check.hold.${hold}`, { until: until ? formatDateTime(until) : '' })}
                </li>
              ))}
            </ul>
          ),
      }}
    />
  );
}
