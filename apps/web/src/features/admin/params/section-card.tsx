import { shownName } from '#features/admin/shown-name.ts';
import type { ParamValues } from '@vid/contract/endpoints/admin/params';
import { paramChanges } from '@vid/contract/params/sections';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { isRecord } from '#shared/lib/is-record.ts';
import { neededPart } from '#navigation/lazy-part.ts';
import { keepDraft, useDraft } from '#session/drafts.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { optionalText, required } from '#shared/forms/rules.ts';
import type { RawValues } from '#shared/forms/values.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, SubmitButton } from '#shared/ui/controls/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Card } from '#shared/ui/page/page.tsx';
import { DifferenceList } from './difference-list.tsx';
import { differencesOf, type NameField } from './differences.ts';
import { addedIn, codecs, type FormSection } from './param-values.ts';
import { useSaveParam } from './params.ts';

const HistoryDialog = neededPart(() => import('./history-dialog.tsx'), 'HistoryDialog');
const SignInPreview = neededPart(() => import('./sign-in-preview.tsx'), 'SignInPreview');

type Props<K extends FormSection> = {
  readonly name: K;
  readonly section: {
    readonly value: ParamValues[K];
    readonly builtIn: ParamValues[K];
    readonly version: number;
    readonly changedAt: string | null;
    readonly changedBy: string | null;
  };
  readonly required: (values: RawValues) => Readonly<Record<string, number>>;
  readonly children: (values: { readonly initial: RawValues; readonly typed: RawValues }) => ReactNode;
  /** Whether the sign-in page shows the section, so that it can be previewed there. */
  readonly isOnSignInPage?: boolean;
  readonly nameField?: NameField | undefined;
  /**
   * Returns the reason why the values cannot be saved, if any.
   * @throws FieldRefusal if one field is the reason
   */
  readonly check?: (values: RawValues) => string | undefined;
};

/** Edits one section of the parameters. Typed values survive a reload. */
export function SectionCard<K extends FormSection>(props: Props<K>) {
  const t = useT();
  const { name, section } = props;
  const named: FormSection = name;
  const key = `admin.params.${named}` as const;
  const title = t(key);
  const [isSaved, setIsSaved] = useState(false);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const [round, setRound] = useState(0);
  const { changedAt, changedBy } = section;
  const area = useRef<HTMLDivElement>(null);
  // Moves the DOM focus, because the pressed button was in the form that is mounted again.
  useEffect(() => {
    if (round > 0 && document.activeElement === document.body)
      area.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }, [round]);
  const restart = () => {
    keepDraft(draftName(name), undefined);
    setIsSaved(false);
    setRound((count) => count + 1);
  };
  return (
    <Card
      title={title}
      lead={t(`${key}.lead`)}
      {...(section.version > 0 && {
        actions: (
          <Button look="secondary" onClick={() => setIsHistoryOpen(true)} text="admin.account.history" />
        ),
      })}
    >
      <Defaults name={name} section={section} nameField={props.nameField} />
      <div ref={area}>
        <SectionForm
          key={round}
          {...props}
          onTyped={() => setIsSaved(false)}
          onSaved={(isAdded) => {
            // The added entries are now part of the section, so render the form again.
            if (isAdded) restart();
            setIsSaved(true);
          }}
          onDiscard={restart}
        />
      </div>
      <output className="mt-4 block text-sm text-muted">
        {isSaved
          ? t('admin.params.saved')
          : changedAt !== null &&
            t('admin.params.changed', {
              time: formatDateTime(changedAt),
              name: shownName(changedBy) ?? t('admin.someone'),
            })}
      </output>
      {isHistoryOpen && (
        <Suspense fallback={null}>
          <HistoryDialog
            name={name}
            title={title}
            section={section}
            nameField={props.nameField}
            onClose={() => setIsHistoryOpen(false)}
            onRestored={restart}
          />
        </Suspense>
      )}
    </Card>
  );
}

function Defaults<K extends FormSection>({
  name,
  section,
  nameField,
}: Pick<Props<K>, 'name' | 'section' | 'nameField'>) {
  const t = useT();
  const differences = differencesOf(t, name, [section.builtIn, section.value], nameField);
  if (differences.length === 0)
    return <p className="mb-4 text-label text-muted">{t('admin.params.isDefault')}</p>;
  return (
    <details className="mb-4">
      <summary className="min-h-6 cursor-pointer text-label text-muted">
        {t('admin.params.differs', { count: differences.length })}
      </summary>
      <div className="mt-2">
        <DifferenceList differences={differences} />
      </div>
    </details>
  );
}

export const draftName = (name: FormSection): string => `param-${name}`;

function SectionForm<K extends FormSection>({
  name,
  section,
  required: limitsOf,
  children,
  isOnSignInPage = false,
  check,
  onTyped,
  onSaved,
  onDiscard,
}: Props<K> & { onTyped: () => void; onSaved: (isAdded: boolean) => void; onDiscard: () => void }) {
  const t = useT();
  const { toValues, toValue } = codecs[name];
  const save = useSaveParam(name);
  const isConflict = failedWith(save.error, 'PARAMS_CHANGED');
  const draft = useDraft(draftName(name), toValues(section.value), { version: section.version });
  const { typed, hasDraft } = draft;
  const [isPreviewOpen, setIsPreviewOpen] = useState(false);
  const limits = limitsOf(typed);
  // The number of fields depends on the added entries.
  const schema = v.lazy((values) =>
    v.object(
      Object.fromEntries(
        Object.keys(isRecord(values) ? values : {}).map((field) => {
          const max = limits[field];
          const rule =
            max === undefined
              ? optionalText(1_024)
              : v.pipe(required(), v.maxLength(max, message('errors.tooLong', { count: max })));
          return [field, rule];
        }),
      ),
    ),
  );
  const form = useForm({
    id: `params-${name}`,
    schema,
    onSubmit: async (values) => {
      const problem = check?.(values);
      if (problem !== undefined) return problem;
      // After a conflict, the administrator has seen the newest version, so save over it.
      const version = isConflict ? section.version : draft.base;
      const changed = await save.mutateAsync({ version, value: toValue(values, section.value) });
      draft.setBase(changed.version);
      draft.drop();
      onSaved(addedIn(values).length > 0);
      return undefined;
    },
  });
  return (
    <Form form={draft.follow(form, onTyped)}>
      {isConflict && hasDraft && <Notice>{t('admin.params.conflict')}</Notice>}
      {children({ initial: draft.initial, typed })}
      <div className="mt-2 flex flex-col gap-3 md:flex-row">
        <SubmitButton isWide={false}>{t('account.save')}</SubmitButton>
        {isOnSignInPage && (
          <Button look="secondary" onClick={() => setIsPreviewOpen(true)} text="admin.params.previewPage" />
        )}
        {hasDraft && <Button look="secondary" onClick={onDiscard} text="account.draft.discard" />}
      </div>
      {isPreviewOpen && (
        <Suspense fallback={null}>
          <SignInPreview
            change={(params) => paramChanges[name](params, toValue(typed, section.value))}
            onClose={() => setIsPreviewOpen(false)}
          />
        </Suspense>
      )}
    </Form>
  );
}
