import { carriers, type Carrier } from '@vid/contract/endpoints/admin/sms-shapes';
import type { Locale } from '@vid/contract/limits';
import { isSms, textOf, type TextId } from '@vid/contract/messages/message-texts';
import {
  changedTexts,
  chooseText,
  maxLengthOf,
  toMap,
  type ChangedText,
} from '@vid/contract/messages/message-texts.policy';
import { useState } from 'react';
import * as v from 'valibot';
import { keepDraft, useDraft } from '#session/drafts.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { useRead } from '#shared/api/queries.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import type { RawValues } from '#shared/forms/values.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, SubmitButton } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { Card, Page } from '#shared/ui/page/page.tsx';
import { shownName } from '#features/admin/shown-name.ts';
import { useSaveParam, type Params } from '#features/admin/params/params.ts';
import { carrierName, changedTextLabel, groupOf, messagesPath } from './text-labels.ts';
import { problemOf, TextPreview } from './text-preview.tsx';

const languages = ['vi', 'en'] as const satisfies readonly Locale[];

export function MessageEditor({ id }: { id: TextId }) {
  const t = useT();
  const params = useRead('GET /vid/api/admin/params', {});
  const [round, setRound] = useState(0);
  const [isSaved, setIsSaved] = useState(false);
  const { data } = params;
  // The group's lead describes notices. An e-mail with a required placeholder is not a notice, so omit the lead.
  const { required } = textOf(id);
  const restart = () => {
    keepDraft(draftName(id), undefined);
    setRound((count) => count + 1);
  };
  return (
    <Page
      back={{ to: messagesPath, text: t('admin.params.messages') }}
      title={changedTextLabel(t, id)}
      lead={
        id.startsWith('mail.') && required.length > 0
          ? undefined
          : t(`admin.messages.group.${groupOf(id)}.lead`)
      }
    >
      {data ? (
        <>
          <Editor
            key={round}
            id={id}
            params={data}
            onTyped={() => setIsSaved(false)}
            onSaved={() => {
              restart();
              setIsSaved(true);
            }}
            onDiscard={restart}
          />
          <output className="block text-sm text-muted">
            {isSaved
              ? t('admin.params.saved')
              : data.messages.changedAt !== null &&
                t('admin.params.changed', {
                  time: formatDateTime(data.messages.changedAt),
                  name: shownName(data.messages.changedBy) ?? t('admin.someone'),
                })}
          </output>
        </>
      ) : (
        <Card title={t('admin.params.slide.text')} lead={t('admin.messages.text.lead')}>
          <LoadState query={params} skeleton={<BoneRows count={6} />} />
        </Card>
      )}
    </Page>
  );
}

const draftName = (id: TextId): string => `message-${id}`;

const fieldOf = (carrier: string | undefined, language: Locale): string =>
  carrier === undefined ? language : `${carrier}.${language}`;

const carriersOf = (id: TextId) => (isSms(id) ? carriers : []);

/** Returns the field values: the text for all carriers, and the texts that replace it for single carriers. */
function toValues(id: TextId, saved: readonly ChangedText[]): RawValues {
  const map = toMap(saved);
  const shared = languages.map((locale) => [locale, chooseText(map, id, { locale })] as const);
  const ofCarriers = carriersOf(id).flatMap((carrier) =>
    languages.map(
      (locale) => [fieldOf(carrier, locale), map.get(`${id}@${carrier}`)?.[locale] ?? ''] as const,
    ),
  );
  return Object.fromEntries([...shared, ...ofCarriers]);
}

function readField(values: RawValues, name: string): string {
  return (values[name] ?? '').replaceAll('\r\n', '\n').trim();
}

function toTexts(id: TextId, values: RawValues): ChangedText[] {
  const read = (carrier: string | undefined, language: Locale): string =>
    readField(values, fieldOf(carrier, language));
  return [undefined, ...carriersOf(id)].map((carrier) => ({
    code: carrier === undefined ? id : `${id}@${carrier}`,
    vi: read(carrier, 'vi'),
    en: read(carrier, 'en'),
  }));
}

const schema = v.record(v.string(), v.string());

type EditorProps = {
  readonly id: TextId;
  readonly params: Params;
  readonly onTyped: () => void;
  readonly onSaved: () => void;
  readonly onDiscard: () => void;
};

function Editor({ id, params: { messages, brand }, onTyped, onSaved, onDiscard }: EditorProps) {
  const t = useT();
  const save = useSaveParam('messages');
  const isConflict = failedWith(save.error, 'PARAMS_CHANGED');
  const draft = useDraft(draftName(id), toValues(id, messages.value), { version: messages.version });
  const { initial, typed, hasDraft } = draft;
  const changed = toMap(changedTexts(messages.value, id, toTexts(id, typed)));
  const form = useForm({
    id: 'message',
    schema,
    onSubmit: async (values) => {
      const texts = toTexts(id, values);
      for (const { code, ...text } of texts)
        for (const language of languages) {
          const problem = text[language] === '' ? undefined : problemOf(t, id, text[language]);
          const [, carrier] = code.split('@');
          if (problem !== undefined) throw new FieldRefusal(fieldOf(carrier, language), problem);
        }
      const version = isConflict ? messages.version : draft.base;
      await save.mutateAsync({ version, value: [...changedTexts(messages.value, id, texts)] });
      onSaved();
    },
  });
  const fields = (carrier?: Carrier) => (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      {languages.map((language) => (
        <div key={language} className="grid content-start gap-3">
          <TextAreaField
            name={fieldOf(carrier, language)}
            label={t(`admin.legal.in.${language}`)}
            isOptional
            lang={language}
            autoComplete="off"
            spellCheck={false}
            rows={textOf(id).builtIn.vi.length > 200 ? 10 : 5}
            maxLength={maxLengthOf(id)}
            defaultValue={initial[fieldOf(carrier, language)]}
          />
          <TextPreview
            id={id}
            text={chooseText(changed, id, { locale: language, carrier })}
            language={language}
            names={brand.value}
          />
        </div>
      ))}
    </div>
  );
  return (
    <Form form={draft.follow(form, onTyped)} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {isConflict && hasDraft && <Notice>{t('admin.params.conflict')}</Notice>}
      <Card title={t('admin.params.slide.text')} lead={t('admin.messages.text.lead')}>
        <Placeholders id={id} />
        {fields()}
      </Card>
      {isSms(id) && (
        <Card title={t('admin.messages.carriers')} lead={t('admin.messages.carriers.lead')}>
          {carriers.map((carrier) => (
            <details key={carrier} open={languages.some((language) => initial[fieldOf(carrier, language)])}>
              <summary className="min-h-11 cursor-pointer py-2 font-semibold">
                {carrierName(t, carrier)}
              </summary>
              <fieldset className="my-3">
                <legend className="sr-only">{carrierName(t, carrier)}</legend>
                {fields(carrier)}
              </fieldset>
            </details>
          ))}
        </Card>
      )}
      <div className="flex flex-col gap-3 md:flex-row">
        <SubmitButton isWide={false}>{t('account.save')}</SubmitButton>
        {hasDraft && <Button look="secondary" onClick={onDiscard} text="account.draft.discard" />}
      </div>
    </Form>
  );
}

function Placeholders({ id }: { id: TextId }) {
  const t = useT();
  const { required, optional } = textOf(id);
  const names = [...required, ...optional];
  if (names.length === 0) return null;
  return (
    <dl className="mb-6 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
      {names.map((name) => (
        <div key={name} className="contents">
          <dt>
            <code>{`{{${name}}}`}</code>
          </dt>
          <dd className="text-muted max-sm:mb-2">
            {t(`admin.messages.placeholder.${placeholderOf(name)}`)}
            {required.includes(name) && ` ${t('admin.messages.required')}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const placeholders = [
  'code',
  'name',
  'purpose',
  'minutes',
  'host',
  'link',
  'origin',
  'count',
  'phone',
] as const;
const placeholderOf = (name: string) => placeholders.find((known) => known === name) ?? 'name';
