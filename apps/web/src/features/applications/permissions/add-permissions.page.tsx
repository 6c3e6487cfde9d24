import { type RefObject, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import * as v from 'valibot';
import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { checkPhones, maxPhones } from '#shared/forms/phone-list.ts';
import { required } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { ButtonLink, SubmitButton } from '#shared/ui/controls/button.tsx';
import { SelectField } from '#shared/ui/fields/select-field.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { BoneFields } from '#shared/ui/feedback/skeleton.tsx';
import { Card, Page, QueryItems } from '#shared/ui/page/page.tsx';
import { type AppRole, useRoles } from '#features/applications/roles/roles.ts';
import { type KeptEntry, readKeptEntry, type ReportLine, writeKeptEntry } from './kept-entry.ts';
import { phoneLines } from '#shared/lib/phone/phone-lines.ts';
import { useAddPermissions } from './permissions.tsx';
import { Report } from './report.tsx';

export function AddPermissionsPage() {
  const t = useT();
  const { appId = '' } = useParams();
  const roles = useRoles(appId);
  return (
    <Page
      width="form"
      back={{ to: pathTo(areaPaths.appPermissions, { appId }), text: t('apps.person.back') }}
      title={t('apps.people.add')}
      lead={t('apps.add.lead')}
    >
      <QueryItems
        query={roles}
        skeleton={
          <Card>
            <BoneFields labels={[t('apps.add.role'), t('apps.add.phones')]} />
          </Card>
        }
        empty={{
          icon: 'shield',
          title: t('apps.add.noRole'),
          lead: t('apps.add.noRole.text'),
          action: (
            <ButtonLink
              to={pathTo(areaPaths.appRoles, { appId }, { for: 'people' })}
              text="apps.add.noRole.action"
            />
          ),
        }}
      >
        {(items) => <AddPeople appId={appId} roles={items} />}
      </QueryItems>
    </Page>
  );
}

function AddPeople({ appId, roles }: { appId: string; roles: readonly AppRole[] }) {
  const [entry, setEntry] = useState(() => readKeptEntry(appId));
  const [kept] = useState(entry.report);
  // Remounts the form when its text is replaced by lines to correct.
  const [round, setRound] = useState(0);
  const box = useRef<HTMLTextAreaElement>(null);
  // Moves the DOM focus to the lines to correct, once the form has them.
  useEffect(() => {
    if (round > 0) box.current?.focus();
  }, [round]);
  const keep = (change: Partial<KeptEntry>) => {
    const next = { ...entry, ...change };
    writeKeptEntry(appId, next);
    setEntry(next);
  };
  return (
    <>
      {entry.report && (
        <Report
          lines={entry.report.lines}
          roleName={roles.find(({ code }) => code === entry.report?.role)?.name ?? entry.report.role}
          isNew={entry.report !== kept}
          onFix={(wrong) => {
            keep({ phones: wrong.join('\n') });
            setRound(round + 1);
          }}
        />
      )}
      <AddForm key={round} box={box} appId={appId} roles={roles} entry={entry} onKeep={keep} />
    </>
  );
}

const schema = v.object({ role: required(), phones: v.string() });

const linesToSend = (text: string) => phoneLines(text).filter(({ sameAs }) => sameAs === null);

type Props = {
  box: RefObject<HTMLTextAreaElement | null>;
  appId: string;
  roles: readonly AppRole[];
  entry: KeptEntry;
  onKeep: (change: Partial<KeptEntry>) => void;
};

function AddForm({ box, appId, roles, entry, onKeep }: Props) {
  const t = useT();
  const add = useAddPermissions(appId);
  const form = useForm({
    id: 'add-people',
    schema,
    async onSubmit({ role, phones: text }) {
      const phones = linesToSend(text).map(({ phone }) => phone);
      checkPhones(phones);
      const { report } = await add.mutateAsync({ role, phones });
      const outcomes = new Map(report.map(({ phone, outcome }) => [phone, outcome]));
      const lines = phoneLines(text).map((line): ReportLine => ({
        ...line,
        outcome: line.sameAs === null ? (outcomes.get(line.phone) ?? 'invalid') : 'same',
      }));
      onKeep({ role, phones: text, report: { role, lines } });
    },
  });
  const standard = roles.find(({ isDefault }) => isDefault) ?? (roles.length === 1 ? roles[0] : undefined);
  const isKnown = roles.some(({ code }) => code === entry.role);
  return (
    <Card>
      <Form form={form}>
        <SelectField
          name="role"
          label={t('apps.add.role')}
          options={roles.map(({ code, name }) => ({ value: code, label: name }))}
          defaultValue={isKnown ? entry.role : (standard?.code ?? '')}
          onChange={(change) => onKeep({ role: change.target.value })}
        />
        <TextAreaField
          ref={box}
          name="phones"
          label={t('apps.add.phones')}
          hint={t('apps.add.phones.hint', { max: maxPhones })}
          rows={10}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          defaultValue={entry.phones}
          onChange={(change) => onKeep({ phones: change.target.value })}
        />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton isWide={false}>{t('apps.add.submit')}</SubmitButton>
          <output className="digits text-muted">
            {t('apps.add.phones.count', { count: linesToSend(entry.phones).length })}
          </output>
        </div>
      </Form>
    </Card>
  );
}
