import { useParams } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import { useChange, useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import type { ButtonLook } from '#shared/ui/button.tsx';
import { Card, DataList, DetailPage, Page } from '#shared/ui/page/page.tsx';
import { Phone, Time } from '#shared/ui/values.tsx';
import { AccountLink } from '#features/admin/accounts/account-menu.tsx';
import { authorName } from '#features/admin/audit/audit-log.tsx';
import { type RequestDetail, UrgencyBadge } from './privacy.tsx';
import * as v from 'valibot';
import { ActionButton } from '#session/action-dialog.tsx';
import { message } from '#shared/forms/message.ts';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';

export function PrivacyRequestPage() {
  const t = useT();
  const { requestId = '' } = useParams();
  return (
    <DetailPage
      back={{ to: areaPaths.adminPrivacy, text: t('admin.privacy.back') }}
      query={useRead('GET /vid/api/admin/privacy/requests/:requestId', { params: { requestId } })}
      notFound={{ title: t('admin.notFound'), lead: t('admin.notFound.text') }}
    >
      {(request) => <Request request={request} />}
    </DetailPage>
  );
}

function Request({ request }: { request: RequestDetail }) {
  const t = useT();
  const { account, status, answeredAt, extendedAt, closedAt } = request;
  return (
    <Page title={t(`privacy.request.kind.${request.kind}`)} lead={<UrgencyBadge urgency={request.urgency} />}>
      <Card
        title={t('admin.privacy.details')}
        lead={t('privacy.request.sent', { time: formatDateTime(request.createdAt) })}
      >
        <p className="wrap-anywhere whitespace-pre-line">{request.details}</p>
        <div className="mt-6 border-t border-line pt-6">
          <DataList
            items={{
              [t('shell.member')]: <AccountLink account={account} />,
              [t('common.phone')]: account.phone && <Phone number={account.phone} />,
              [t('admin.privacy.replyBy')]: formatDateTime(request.replyDueAt),
              [t('admin.privacy.carryOutBy')]: formatDateTime(request.dueAt),
            }}
          />
        </div>
      </Card>
      {status !== 'closed' && <Actions request={request} />}
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
    </Page>
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

function Actions({ request }: { request: RequestDetail }) {
  const t = useT();
  const isOpen = request.status === 'open';
  return (
    <Card title={t('admin.privacy.act')} lead={t('admin.privacy.act.lead')}>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {isOpen && <ActButton request={request} kind="answer" look="primary" />}
        <ActButton request={request} kind="done" look={isOpen ? 'secondary' : 'primary'} />
        {request.mayExtend && <ActButton request={request} kind="extend" look="secondary" />}
        <ActButton request={request} kind="declined" look="danger" />
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

type Props = {
  request: RequestDetail;
  kind: 'answer' | 'extend' | 'done' | 'declined';
  look: ButtonLook;
};

/** Replies to a request, extends or closes it. The member reads the text. */
function ActButton({ request: { id, maxExtensionDays }, kind, look }: Props) {
  const t = useT();
  const params = { requestId: id };
  const act = useChange(
    ({ days, text: reply }: v.InferOutput<typeof textRules>) => {
      if (kind === 'answer')
        return api.post('/vid/api/admin/privacy/requests/:requestId/answer', {
          params,
          body: { text: reply },
        });
      if (kind === 'extend')
        return api.post('/vid/api/admin/privacy/requests/:requestId/extend', {
          params,
          body: { days, reason: reply },
        });
      return api.post('/vid/api/admin/privacy/requests/:requestId/close', {
        params,
        body: { outcome: kind, text: reply },
      });
    },
    'admin/privacy',
    'admin/attention',
  );
  const isExtension = kind === 'extend';
  return (
    <ActionButton
      button={{ look }}
      title={t(`admin.privacy.${kind}.title`)}
      text={t(`admin.privacy.${kind}.lead`)}
      action={t(`admin.privacy.${kind}.action`)}
      isDangerous={kind === 'declined'}
      removesOpener
      rules={isExtension ? extensionRules(maxExtensionDays) : textRules}
      onConfirm={act.mutateAsync}
      done={`admin.privacy.${kind}.success`}
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
    </ActionButton>
  );
}
