import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { requiredChecks } from '@vid/contract/checks';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import type { ButtonLook } from '#shared/ui/controls/button.tsx';
import { Bone, BoneBadges, BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { Card, DetailPage, PageHeader } from '#shared/ui/page/page.tsx';
import { Phone, Time } from '#shared/ui/display/values.tsx';
import { AccountLink } from '#features/admin/accounts/account-menu.tsx';
import { authorName } from '#features/admin/audit/audit-log.tsx';
import { CheckBoxes, checkRules, DeclaredValues, twoCards } from '#features/admin/queue/case-parts.tsx';
import { type CaseQueue, QueueLayout } from '#features/admin/queue/case-queue.tsx';
import { KeyHint, useShortcut } from '#features/admin/queue/queue-keys.tsx';
import { useDecision } from '#features/admin/queue/use-decision.ts';
import { Due, type RequestDetail, TimeLeft, UrgencyBadge, usePrivacyQueue } from './privacy.tsx';
import * as v from 'valibot';
import { ActionButton } from '#session/action-dialog.tsx';
import { message } from '#shared/forms/message.ts';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';

export function PrivacyRequestPage() {
  const t = useT();
  const { requestId = '' } = useParams();
  const { query, queue } = usePrivacyQueue(requestId);
  const items = (query.data?.items ?? []).map((request) => ({
    id: request.id,
    name: request.account.name ?? t('account.unnamed'),
    note:
      request.secondsLeft === null ? (
        t('admin.privacy.urgency.closed')
      ) : (
        <TimeLeft secondsLeft={request.secondsLeft} />
      ),
  }));
  return (
    <QueueLayout queue={queue} items={items} label={t('admin.privacy.title')}>
      <DetailPage
        query={useRead('GET /vid/api/admin/privacy/requests/:requestId', { params: { requestId } })}
        notFound={{ title: t('admin.notFound'), lead: t('admin.notFound.text') }}
        skeleton={
          <>
            <PageHeader
              title={undefined}
              lead={
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <BoneBadges texts={[t('admin.privacy.urgency.inTime')]} />
                  <Bone
                    text={`${t('admin.privacy.due.reply', { time: formatDateTime(0) })} (${t('admin.privacy.left.hours', { count: 48 })})`}
                  />
                </span>
              }
            />
            <div className={twoCards}>
              <Card title={t('admin.privacy.details')} lead={<Bone />}>
                <Details
                  text={<Bone />}
                  values={{ account: <Bone />, phone: <Bone />, replyDue: <Bone />, due: <Bone /> }}
                />
              </Card>
              <Card title={t('admin.privacy.act')} lead={t('admin.privacy.act.lead')}>
                <BoneRows />
              </Card>
            </div>
          </>
        }
      >
        {(request) => <Request key={requestId} request={request} queue={queue} />}
      </DetailPage>
    </QueueLayout>
  );
}

type DetailsProps = {
  text: ReactNode;
  values: Readonly<Record<'account' | 'phone' | 'replyDue' | 'due', ReactNode>>;
};

function Details({ text, values }: DetailsProps) {
  const t = useT();
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <div className="mt-4 border-t border-line pt-4">
        <DeclaredValues
          items={{
            [t('shell.member')]: values.account,
            [t('common.phone')]: values.phone,
            [t('admin.privacy.replyBy')]: values.replyDue,
            [t('admin.privacy.carryOutBy')]: values.due,
          }}
        />
      </div>
    </>
  );
}

function Request({ request, queue }: { request: RequestDetail; queue: CaseQueue }) {
  const t = useT();
  const { account, status, answeredAt, extendedAt, closedAt, secondsLeft } = request;
  return (
    <>
      <PageHeader
        title={t(`privacy.request.kind.${request.kind}`)}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <UrgencyBadge urgency={request.urgency} />
            {secondsLeft !== null && (
              <span className="digits">
                <Due request={request} /> (<TimeLeft secondsLeft={secondsLeft} />)
              </span>
            )}
          </span>
        }
      />
      <div className={twoCards}>
        <Card
          title={t('admin.privacy.details')}
          lead={t('privacy.request.sent', { time: formatDateTime(request.createdAt) })}
        >
          <Details
            text={request.details}
            values={{
              account: <AccountLink account={account} />,
              phone: account.phone && <Phone number={account.phone} />,
              replyDue: <Time at={request.replyDueAt} />,
              due: <Time at={request.dueAt} />,
            }}
          />
        </Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {status !== 'closed' && <Actions request={request} queue={queue} />}
          <Card title={t('admin.privacy.replies')} lead={t('admin.privacy.replies.lead')}>
            {answeredAt === null && extendedAt === null && closedAt === null ? (
              <p className="text-muted">{t('admin.privacy.replies.none')}</p>
            ) : (
              <ul className="divide-y divide-line">
                <Reply title={t('admin.privacy.answered')} at={answeredAt} text={request.answer} />
                <Reply title={t('admin.privacy.extended')} at={extendedAt} text={request.extensionReason} />
                <Reply
                  title={t(
                    request.outcome === null
                      ? 'admin.privacy.closedByMember'
                      : `admin.privacy.outcome.${request.outcome}`,
                  )}
                  at={closedAt}
                  text={request.resolution}
                />
              </ul>
            )}
            {request.handledBy !== null && (
              <p className="mt-4 text-sm text-muted">
                {t('admin.privacy.handledBy', { name: authorName(request.handledBy, t) })}
              </p>
            )}
          </Card>
        </div>
      </div>
    </>
  );
}

function Reply({ title, at, text }: { title: string; at: string | null; text: string | null }) {
  if (at === null) return null;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap gap-x-3">
        <span className="font-semibold">{title}</span>
        <Time at={at} className="digits text-muted" />
      </p>
      {text !== null && <p className="mt-1 wrap-anywhere whitespace-pre-line">{text}</p>}
    </li>
  );
}

function Actions({ request, queue }: { request: RequestDetail; queue: CaseQueue }) {
  const t = useT();
  const isOpen = request.status === 'open';
  const acting = { request, queue };
  return (
    <Card title={t('admin.privacy.act')} lead={t('admin.privacy.act.lead')}>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {isOpen && <ActButton {...acting} kind="answer" look="primary" letter="a" />}
        {request.mayExtend && <ActButton {...acting} kind="extend" look="secondary" />}
        <ActButton
          {...acting}
          kind="done"
          look={isOpen ? 'secondary' : 'primary'}
          letter={isOpen ? undefined : 'a'}
        />
        <ActButton {...acting} kind="declined" look="danger" letter="r" />
      </div>
    </Card>
  );
}

const maxText = 2_000;
const text = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(message('admin.privacy.text.required')),
  v.maxLength(maxText),
);

function extensionRules(maxDays: number) {
  const range = message('admin.privacy.days.range', { count: maxDays });
  const days = v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,2}$/u, range),
    v.transform(Number),
    v.minValue(1, range),
    v.maxValue(maxDays, range),
  );
  return v.object({ days, text });
}
const textRules = v.object({ text, days: v.fallback(v.pipe(v.string(), v.transform(Number)), 0) });

const checksOf = { done: 'privacy-request.done', declined: 'privacy-request.declined' } as const;

type Act = { readonly text: string; readonly days: number };

function useAnswer({ id }: RequestDetail, kind: 'answer' | 'extend') {
  const params = { requestId: id };
  return useChange(
    ({ days, text: reply }: Act) =>
      kind === 'answer'
        ? api.post('/vid/api/admin/privacy/requests/:requestId/answer', { params, body: { text: reply } })
        : api.post('/vid/api/admin/privacy/requests/:requestId/extend', {
            params,
            body: { days, reason: reply },
          }),
    'admin/privacy',
    'admin/attention',
  );
}

function useClose({ id, account }: RequestDetail, queue: CaseQueue, outcome: 'done' | 'declined') {
  return useDecision(
    ({ text: reply }: Act) =>
      api.post('/vid/api/admin/privacy/requests/:requestId/close', {
        params: { requestId: id },
        body: { outcome, text: reply, checks: [...requiredChecks[checksOf[outcome]]] },
      }),
    { queue, path: 'admin/privacy', name: account.name, done: () => `admin.privacy.${outcome}.success` },
  );
}

type Props = {
  request: RequestDetail;
  queue: CaseQueue;
  kind: 'answer' | 'extend' | 'done' | 'declined';
  look: ButtonLook;
  letter?: string | undefined;
};

function ActButton({ request, queue, kind, look, letter }: Props) {
  const t = useT();
  const { maxExtensionDays } = request;
  const shortcut = useShortcut(letter);
  const answer = useAnswer(request, kind === 'extend' ? 'extend' : 'answer');
  const close = useClose(request, queue, kind === 'declined' ? 'declined' : 'done');
  const isClosing = kind === 'done' || kind === 'declined';
  const isExtension = kind === 'extend';
  return (
    <ActionButton
      button={{
        look,
        'aria-keyshortcuts': shortcut,
        children: (
          <>
            {t(`admin.privacy.${kind}.action`)}
            {letter !== undefined && <KeyHint letter={letter} />}
          </>
        ),
      }}
      title={t(`admin.privacy.${kind}.title`)}
      text={t(`admin.privacy.${kind}.lead`)}
      action={t(`admin.privacy.${kind}.action`)}
      isDangerous={kind === 'declined'}
      removesOpener
      rules={
        isExtension
          ? extensionRules(maxExtensionDays)
          : isClosing
            ? v.object({ ...textRules.entries, ...checkRules(checksOf[kind]).entries })
            : textRules
      }
      onConfirm={(values: Act) => (isClosing ? close : answer).mutateAsync(values)}
      done={isClosing ? undefined : `admin.privacy.${kind}.success`}
    >
      {isExtension && (
        <TextField
          name="days"
          label={t('admin.privacy.days')}
          hint={t('admin.privacy.days.hint', { count: maxExtensionDays })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
        />
      )}
      <TextAreaField
        name="text"
        label={t(isExtension ? 'admin.reason' : 'admin.privacy.text')}
        hint={t('admin.privacy.text.hint')}
        rows={isExtension ? 4 : 5}
        maxLength={maxText}
      />
      {isClosing && <CheckBoxes decision={checksOf[kind]} />}
    </ActionButton>
  );
}
