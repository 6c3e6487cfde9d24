import { useState } from 'react';
import { useParams } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, DataList, DetailPage, Page } from '#shared/ui/page/page.tsx';
import { Phone, Time } from '#shared/ui/values.tsx';
import { AccountLink } from '#features/admin/accounts/account-menu.tsx';
import { authorName } from '#features/admin/audit/audit-log.tsx';
import { type Act, type RequestDetail, UrgencyBadge, useActOnRequest } from './privacy.tsx';
import * as v from 'valibot';
import { ActionDialog } from '#session/action-dialog.tsx';
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
  const [kind, setKind] = useState<Act['kind'] | null>(null);
  const act = useActOnRequest(request.id);
  return (
    <Card title={t('admin.privacy.act')} lead={t('admin.privacy.act.lead')}>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {request.status === 'open' && (
          <Button onClick={() => setKind('answer')}>{t('admin.privacy.answer.action')}</Button>
        )}
        <Button look={request.status === 'open' ? 'secondary' : 'primary'} onClick={() => setKind('done')}>
          {t('admin.privacy.done.action')}
        </Button>
        {request.mayExtend && (
          <Button look="secondary" onClick={() => setKind('extend')} text="admin.privacy.extend.action" />
        )}
        <Button look="danger" onClick={() => setKind('declined')} text="admin.privacy.declined.action" />
      </div>
      <ActDialog
        kind={kind}
        maxDays={request.maxExtensionDays}
        onClose={() => setKind(null)}
        onAct={act.mutateAsync}
      />
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
  readonly kind: Act['kind'] | null;
  readonly maxDays: number;
  readonly onClose: () => void;
  /** Rejects with the failure to show in the dialog. */
  readonly onAct: (act: Act) => Promise<unknown>;
};

function ActDialog({ kind, maxDays, onClose, onAct }: Props) {
  const t = useT();
  const isExtension = kind === 'extend';
  return (
    <ActionDialog
      isOpen={kind !== null}
      onClose={onClose}
      title={kind ? t(`admin.privacy.${kind}.title`) : ''}
      text={kind && t(`admin.privacy.${kind}.lead`)}
      action={kind ? t(`admin.privacy.${kind}.action`) : ''}
      isDangerous={kind === 'declined'}
      rules={isExtension ? extensionRules(maxDays) : textRules}
      onConfirm={async (typed) => {
        if (kind === 'extend') await onAct({ kind, ...typed });
        else if (kind) await onAct({ kind, text: typed.text });
      }}
      done={kind ? `admin.privacy.${kind}.success` : undefined}
    >
      {isExtension && (
        <TextField
          name="days"
          label={t('admin.privacy.days')}
          hint={t('admin.privacy.days.hint', { count: maxDays })}
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
    </ActionDialog>
  );
}
