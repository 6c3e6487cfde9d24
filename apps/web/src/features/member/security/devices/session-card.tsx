import { ActionButton } from '#session/action-dialog.tsx';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { knownDeviceName } from '#shared/i18n/device-name.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Icon } from '#shared/ui/display/icons.tsx';
import { BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { QueryCard } from '#shared/ui/page/page.tsx';
import { Time } from '#shared/ui/display/values.tsx';
import { Ago, Fact } from '#features/member/security/fact.tsx';
import { ignoring } from '#shared/api/when-done.ts';

export type Session = Answer<'GET /vid/api/sessions'>[number];

const deviceName = (session: Session, t: Translate): string =>
  knownDeviceName(session.device, t) || t('account.security.device.unnamed');

export const useSessions = () => useRead('GET /vid/api/sessions', {});

export function SessionCard() {
  const t = useT();
  const sessions = useSessions();
  const endOthers = useChange(() => api.delete('/vid/api/sessions'), 'sessions', 'users/history');
  const item = (session: Session) => (
    <SessionItem key={session.id} session={session} now={sessions.dataUpdatedAt} />
  );
  return (
    <QueryCard
      query={sessions}
      skeleton={
        <>
          <p className="mb-3 text-label font-semibold">{t('account.security.session.current')}</p>
          <BoneRows count={1} mark="size-10" />
        </>
      }
    >
      {(data) => {
        const others = data.filter(({ isCurrent }) => !isCurrent);
        return (
          <>
            <h2 className="mb-3 text-label">{t('account.security.session.current')}</h2>
            <ul>{data.filter(({ isCurrent }) => isCurrent).map(item)}</ul>
            <h2 className="mt-6 mb-3 border-t border-line pt-6 text-label">
              {t('account.security.others', { count: others.length })}
            </h2>
            <ul className="divide-y divide-line">{others.map(item)}</ul>
            <p className={cx('text-label text-muted', others.length > 0 && 'mt-4')}>
              {t(others.length === 0 ? 'account.security.others.none' : 'account.security.strange')}
            </p>
            {/* With one other device, a button that ends all other sessions would repeat that device's button. */}
            {others.length > 1 && (
              <ActionButton
                button={{ look: 'secondary', className: 'mt-4 w-full sm:w-auto' }}
                title={t('account.security.others.end.title', { count: others.length })}
                text={t('account.security.others.end.text')}
                action={t('account.security.others.end')}
                isDangerous
                removesOpener
                onConfirm={() => endOthers.mutateAsync(undefined)}
                done="account.security.others.ended"
              />
            )}
          </>
        );
      }}
    </QueryCard>
  );
}

/** Ends one session. Succeeds if the session has already ended. */
const endSession = (sessionId: string) =>
  api.delete('/vid/api/sessions/:sessionId', { params: { sessionId } }).catch(ignoring('SESSION_NOT_FOUND'));

function SessionItem({ session, now }: { session: Session; now: number }) {
  const t = useT();
  const end = useChange(endSession, 'sessions', 'users/history');
  const { device, isCurrent, place } = session;
  const name = deviceName(session, t);
  return (
    <li className="flex flex-wrap items-start gap-x-2 gap-y-3 py-4 first:pt-0 last:pb-0">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-soft text-brand">
        <Icon name={device.isMobile ? 'phone' : 'device'} />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold">
          <bdi>{knownDeviceName(device, t) || t('account.security.device.unknown')}</bdi>
        </p>
        {isCurrent && <p className="mt-1 text-sm text-success">{t('account.security.active')}</p>}
        <dl className="mt-1 flex flex-col gap-1 text-sm text-muted">
          {!isCurrent && (
            <Fact label={t('account.security.lastSeen')}>
              <Ago at={session.lastSeenAt} now={now} />
            </Fact>
          )}
          <Fact label={t('account.security.created')}>
            <Time at={session.createdAt} />
          </Fact>
          {place !== undefined && (
            <Fact label={t('account.security.place')}>
              <bdi>{place}</bdi>
            </Fact>
          )}
          <Fact label={t('account.security.address')}>
            <bdi dir="ltr" className="digits break-all">
              {session.address}
            </bdi>
          </Fact>
        </dl>
      </div>
      {!isCurrent && (
        <ActionButton
          button={{
            look: 'secondary',
            className: 'w-full sm:w-auto',
            'aria-label': t('account.security.session.endNamed', { device: name }),
          }}
          title={t('account.security.session.end.title', { device: name })}
          text={t('account.security.session.end.text')}
          action={t('common.signOut')}
          isDangerous
          removesOpener
          onConfirm={() => end.mutateAsync(session.id)}
          done="account.security.session.ended"
        />
      )}
    </li>
  );
}
