import { type RefObject, useRef, useState } from 'react';
import { cx } from '#shared/lib/cx.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { EndOneDialog } from '#features/member/security/end-one-dialog.tsx';
import { deviceName, SessionItem } from './session-item.tsx';
import { type Session, useEndSession, useSessions } from './sessions.ts';

export function SessionCard() {
  const t = useT();
  return (
    <Card title={t('account.security.sessions')} lead={t('account.security.sessions.lead')}>
      <Sessions />
    </Card>
  );
}

function Sessions() {
  const t = useT();
  const sessions = useSessions();
  const list = useRef<HTMLUListElement>(null);
  const [ending, setEnding] = useState<Session | null>(null);
  if (sessions.data === undefined)
    return <LoadState query={sessions} title={t('account.security.loadFailed')} />;
  const others = sessions.data.filter(({ isCurrent }) => !isCurrent);
  const item = (session: Session) => (
    <SessionItem
      key={session.id}
      session={session}
      now={sessions.dataUpdatedAt}
      onEnd={() => setEnding(session)}
    />
  );
  return (
    <>
      <h3 className="mb-3 text-label">{t('account.security.session.current')}</h3>
      <ul>{sessions.data.filter(({ isCurrent }) => isCurrent).map(item)}</ul>
      <h3 className="mt-6 mb-3 border-t border-line pt-6 text-label">
        {t('account.security.others', { count: others.length })}
      </h3>
      <ul ref={list} tabIndex={-1} className="divide-y divide-line">
        {others.map(item)}
      </ul>
      <p className={cx('text-label text-muted', others.length > 0 && 'mt-4')}>
        {t(others.length === 0 ? 'account.security.others.none' : 'account.security.strange')}
      </p>
      <EndSessionDialog session={ending} onClose={() => setEnding(null)} list={list} />
    </>
  );
}

function EndSessionDialog({
  session,
  onClose,
  list,
}: {
  session: Session | null;
  onClose: () => void;
  list: RefObject<HTMLElement | null>;
}) {
  const t = useT();
  const end = useEndSession();
  const [lastId, setLastId] = useState(session?.id);
  if (session !== null && session.id !== lastId) setLastId(session.id);
  const device = session === null ? '' : deviceName(session, t);
  return (
    <EndOneDialog
      id={session?.id ?? null}
      mutation={end}
      onClose={onClose}
      // Focus the list, because the pressed button was removed with its session.
      finalFocus={() => (end.isSuccess && end.variables === lastId ? list.current : true)}
      title={t('account.security.session.end.title', { device })}
      lead={t('account.security.session.end.text')}
      action={t('account.security.session.end.action')}
    />
  );
}
