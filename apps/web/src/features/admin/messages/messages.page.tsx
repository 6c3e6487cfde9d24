import { isTextId, textIds, type TextId } from '@vid/contract/messages/message-texts';
import { chooseText, toMap } from '@vid/contract/messages/message-texts.policy';
import { Suspense, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { neededPart } from '#navigation/lazy-part.ts';
import { paths } from '#navigation/paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button, TextLink } from '#shared/ui/controls/button.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { Card, Page, RowList } from '#shared/ui/page/page.tsx';
import type { Params } from '#features/admin/params/params.ts';
import { MessageEditor } from './message-editor.tsx';
import { fillSample } from './sample-values.ts';
import {
  groupOf,
  messagesPath,
  nameChangedText,
  textGroups,
  textLabel,
  type TextGroup,
} from './text-labels.ts';
import { ZnsCard } from './zns-card.tsx';

const HistoryDialog = neededPart(() => import('#features/admin/params/history-dialog.tsx'), 'HistoryDialog');

export function MessagesPage() {
  const { text: id } = useParams();
  if (id === undefined) return <TextLists />;
  return isTextId(id) ? <MessageEditor key={id} id={id} /> : <Navigate replace to={paths.error404} />;
}

function TextLists() {
  const t = useT();
  const params = useRead('GET /vid/api/admin/params', {});
  const { data } = params;
  return (
    <Page
      back={{ to: pathTo(areaPaths.adminParams, {}, { section: 'messages' }), text: t('shell.item.params') }}
      width="text"
      title={t('admin.params.messages')}
      lead={t('admin.messages.lead')}
      actions={data && data.messages.version > 0 && <HistoryButton section={data.messages} />}
    >
      {data ? (
        <>
          {textGroups.map((group) => (
            <TextList key={group} group={group} params={data} />
          ))}
          <ZnsCard section={data.zns} />
        </>
      ) : (
        <Card title={t('admin.texts.group.code')} lead={t('admin.messages.group.code.lead')}>
          <LoadState query={params} skeleton={<BoneRows count={6} />} />
        </Card>
      )}
    </Page>
  );
}

function HistoryButton({ section }: { section: Params['messages'] }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button look="secondary" onClick={() => setIsOpen(true)} text="admin.account.history" />
      {isOpen && (
        <Suspense fallback={null}>
          <HistoryDialog
            name="messages"
            title={t('admin.params.messages')}
            section={section}
            nameField={nameChangedText}
            onClose={close}
            onRestored={close}
          />
        </Suspense>
      )}
    </>
  );
}

const foldedFrom = 10;

function TextList({ group, params }: { group: TextGroup; params: Params }) {
  const t = useT();
  const ids = textIds.filter((id) => groupOf(id) === group);
  const rows = (
    <RowList rows={ids} rowKey={(id) => id} className="py-4">
      {(id) => <TextRow id={id} params={params} />}
    </RowList>
  );
  return (
    <Card title={t(`admin.texts.group.${group}`)} lead={t(`admin.messages.group.${group}.lead`)}>
      {ids.length < foldedFrom ? (
        rows
      ) : (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            {t('admin.messages.show', { count: ids.length })}
          </summary>
          <div className="mt-3">{rows}</div>
        </details>
      )}
    </Card>
  );
}

function TextRow({ id, params }: { id: TextId; params: Params }) {
  const t = useT();
  const language = textLanguageOf(useLocale());
  const { value } = params.messages;
  const label = textLabel(t, id);
  const isChanged = value.some(({ code }) => code === id || code.startsWith(`${id}@`));
  const text = chooseText(toMap(value), id, { locale: language });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {label}
          {isChanged && <Badge tone="brand" text="admin.messages.changed" />}
        </p>
        <TextLink
          isPlain
          to={`${messagesPath}/${id}`}
          aria-label={t('admin.messages.edit.of', { text: label })}
          text="admin.messages.edit"
        />
      </div>
      <p lang={language} className="mt-1 text-sm whitespace-pre-line text-muted wrap-anywhere">
        {fillSample(id, text, language, params.brand.value)}
      </p>
    </>
  );
}
