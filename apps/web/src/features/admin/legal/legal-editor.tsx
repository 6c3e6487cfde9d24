import {
  type LegalDocument,
  type LegalSource,
  type LegalSources,
  toLegalText,
} from '@vid/contract/legal/legal-text';
import { useState } from 'react';
import * as v from 'valibot';
import { ActionDialog } from '#session/action-dialog.tsx';
import { useDraft } from '#session/drafts.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { required } from '#shared/forms/rules.ts';
import type { RawValues } from '#shared/forms/values.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, SubmitButton } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { ChoiceCards } from '#shared/ui/fields/choice-cards.tsx';
import { SegmentedControl } from '#shared/ui/fields/segmented-control.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { LegalBody } from '#features/legal/legal-body.tsx';
import { useSend } from '#shared/api/queries.ts';
import type { CurrentVersion, Publication } from './legal.ts';
import type { TextLanguage } from '#shared/i18n/locale.ts';

const languages = ['vi', 'en'] as const satisfies readonly TextLanguage[];
const parts = { title: 120, lead: 600, body: 60_000 } as const;

function toValues(texts: LegalSources): RawValues {
  return Object.fromEntries(
    languages.flatMap((language) =>
      Object.entries(texts[language]).map(([part, text]) => [`${part}.${language}`, text]),
    ),
  );
}

function toSource(values: RawValues, language: TextLanguage): LegalSource {
  const read = (part: keyof typeof parts) => (values[`${part}.${language}`] ?? '').trim();
  return { title: read('title'), lead: read('lead'), body: read('body').replaceAll('\r\n', '\n') };
}

function toTexts(values: RawValues): LegalSources {
  return { vi: toSource(values, 'vi'), en: toSource(values, 'en') };
}

function isChanged(saved: RawValues, typed: RawValues): boolean {
  return Object.entries(saved).some(([name, text]) => (typed[name] ?? '') !== text);
}

const kinds = ['agree', 'correction'] as const;
const schema = v.object({
  ...Object.fromEntries(
    languages.flatMap((language) =>
      Object.entries(parts).map(([part, max]) => [
        `${part}.${language}`,
        v.pipe(required(), v.maxLength(max, message('errors.tooLong', { count: max }))),
      ]),
    ),
  ),
  kind: v.pipe(v.string(), v.picklist(kinds, message('admin.legal.kind.required'))),
});

type Props = {
  document: LegalDocument;
  current: CurrentVersion;
  onDiscard: () => void;
  onPublished: (version: number) => void;
};

export function LegalEditor({ document, current, onDiscard, onPublished }: Props) {
  const t = useT();
  const draft = useDraft(`legal-${document}`, toValues(current.texts), {
    version: current.version,
    isChanged,
  });
  const { hasDraft } = draft;
  const [publication, setPublication] = useState<Publication | null>(null);
  const isConflict = draft.base !== current.version && hasDraft;
  const form = useForm({
    id: `legal-${document}`,
    schema,
    onSubmit(values) {
      if (!hasDraft) return t('admin.legal.unchanged');
      draft.setBase(current.version);
      setPublication({
        replaces: current.version,
        texts: toTexts(values),
        requiresAgreement: values['kind'] === 'agree',
      });
      return undefined;
    },
  });
  return (
    <>
      <Card title={t('admin.params.slide.text')} lead={t('admin.legal.text.lead')}>
        <Form form={draft.follow(form)}>
          {isConflict && <Notice>{t('admin.legal.conflict')}</Notice>}
          <TextFields initial={draft.initial} />
          <ChoiceCards
            name="kind"
            label={t('admin.legal.kind')}
            choices={kinds.map((value) => ({
              value,
              label: t(`admin.legal.kind.${value}`),
              hint: t(`admin.legal.kind.${value}.hint`),
            }))}
          />
          <div className="mt-2 flex flex-col gap-3 md:flex-row">
            <SubmitButton isWide={false}>{t('admin.legal.publish')}</SubmitButton>
            {hasDraft && <Button look="secondary" onClick={onDiscard} text="account.draft.discard" />}
          </div>
        </Form>
      </Card>
      <Preview values={draft.typed} />
      <PublishDialog
        document={document}
        publication={publication}
        onClose={() => setPublication(null)}
        onPublished={onPublished}
      />
    </>
  );
}

function TextFields({ initial }: { initial: RawValues }) {
  const t = useT();
  const field = (part: keyof typeof parts, language: TextLanguage) => ({
    name: `${part}.${language}`,
    lang: language,
    autoComplete: 'off',
    maxLength: parts[part],
    defaultValue: initial[`${part}.${language}`],
  });
  const labelOf = (key: PlainKey, language: TextLanguage) =>
    t(`admin.params.in.${language}`, { label: t(key) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      {languages.map((language) => (
        <fieldset key={language} className="grid content-start gap-4">
          <legend className="mb-3 font-semibold">{t(`admin.legal.in.${language}`)}</legend>
          <TextField {...field('title', language)} label={labelOf('admin.params.slide.title', language)} />
          <TextAreaField
            {...field('lead', language)}
            label={labelOf('admin.legal.intro', language)}
            rows={3}
          />
          <TextAreaField
            {...field('body', language)}
            label={labelOf('admin.legal.body', language)}
            hint={t('admin.legal.body.hint')}
            rows={18}
          />
        </fieldset>
      ))}
    </div>
  );
}

function Preview({ values }: { values: RawValues }) {
  const t = useT();
  const [language, setLanguage] = useState<(typeof languages)[number]>('vi');
  const text = toLegalText(toSource(values, language), language);
  return (
    <Card
      title={t('admin.params.preview')}
      actions={
        <SegmentedControl
          name="preview-language"
          label={t('admin.legal.previewLanguage')}
          options={languages.map((value) => ({ value, label: t(`admin.legal.in.${value}`) }))}
          value={language}
          onChange={setLanguage}
        />
      }
    >
      <div lang={language} className="max-w-[40rem]">
        <h3 className="text-xl wrap-anywhere">{text.title}</h3>
        <p className="mt-2 wrap-anywhere text-muted">{text.lead}</p>
        <LegalBody text={text} heading="h4" />
      </div>
    </Card>
  );
}

type PublishDialogProps = {
  document: LegalDocument;
  publication: Publication | null;
  onClose: () => void;
  onPublished: (version: number) => void;
};

/** Explains the consequences before publishing, because a published version cannot be withdrawn. */
function PublishDialog({ document, publication, onClose, onPublished }: PublishDialogProps) {
  const t = useT();
  const publish = useSend('POST /vid/api/admin/legal/:document', { document }, 'admin/legal');
  const { replaces = 0, requiresAgreement = true } = publication ?? {};
  return (
    <ActionDialog
      isOpen={publication !== null}
      onClose={() => {
        publish.reset();
        onClose();
      }}
      title={t('admin.legal.confirm', { version: replaces + 1 })}
      text={t(requiresAgreement ? 'admin.legal.confirm.agree' : 'admin.legal.confirm.correction')}
      action={!failedWith(publish.error, 'PARAMS_CHANGED') && t('admin.legal.publish')}
      onConfirm={async () => {
        if (publication === null) return;
        const { version } = await publish.mutateAsync(publication);
        onPublished(version);
      }}
    />
  );
}
