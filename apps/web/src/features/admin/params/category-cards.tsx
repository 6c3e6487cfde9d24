import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { message } from '#shared/forms/message.ts';
import type { RawValues } from '#shared/forms/values.ts';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { Disclosure } from './disclosure.tsx';
import { EntryList } from './entry-list.tsx';
import { FieldInBoth } from './fields.tsx';
import { addedIn, codecs } from './param-values.ts';
import type { Params } from './params.ts';
import { SectionCard } from './section-card.tsx';

type Category = Params['objects']['value'][number];

const nameLimits = (entries: readonly string[]) =>
  Object.fromEntries(entries.flatMap((entry) => [`${entry}.vi`, `${entry}.en`].map((name) => [name, 80])));
const codesOf = (entries: readonly Category[]) => entries.map(({ code }) => code);

function CategoryFields({
  code,
  name,
  initial,
  children,
}: Category & { initial: RawValues; children?: ReactNode }) {
  const t = useT();
  const language = textLanguageOf(useLocale());
  return (
    <div className="grid gap-2">
      <fieldset>
        <legend className="mb-2 text-label font-semibold">{name[language]}</legend>
        <FieldInBoth name={code} label={t('admin.params.entry.name')} initial={initial} maxLength={80} />
        {children}
      </fieldset>
      <Checkbox
        name={`${code}.isDisabled`}
        label={t('admin.params.entry.disabled', { name: name[language] })}
        defaultChecked={initial[`${code}.isDisabled`] === 'on'}
      />
    </div>
  );
}

export function ObjectsCard({ section }: { section: Params['objects'] }) {
  const t = useT();
  const codes = codesOf(section.value);
  return (
    <SectionCard
      name="objects"
      section={section}
      required={() => nameLimits(codes)}
      check={(values) => (isAnyEnabled(values, codes) ? undefined : t('admin.params.entry.noneEnabled'))}
    >
      {({ initial }) =>
        section.value.map((object) => <CategoryFields key={object.code} {...object} initial={initial} />)
      }
    </SectionCard>
  );
}

/** Edits the URL of a province's list of certificates. Focuses the field if the page's URL names the province. */
function RegisterField({ entry, initial }: { entry: string; initial: RawValues }) {
  const t = useT();
  const [params] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  // Moves the focus to this field after the page title has taken the focus.
  useEffect(() => {
    if (params.get('register') === entry) field.current?.focus();
  }, [params, entry]);
  return (
    <TextField
      ref={field}
      className="mt-4"
      name={`${entry}.registerUrl`}
      label={t('admin.params.province.register')}
      isOptional
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      maxLength={300}
      defaultValue={initial[`${entry}.registerUrl`]}
    />
  );
}

/** Returns whether a typed URL is empty, or an HTTP or HTTPS URL without credentials, as the server requires. */
function isRegisterUrl(typed = ''): boolean {
  const address = typed.trim();
  if (address === '') return true;
  if (!/^https?:\/\//u.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
}

export function ProvincesCard({ section }: { section: Params['provinces'] }) {
  const t = useT();
  const codes = codesOf(section.value);
  // Keep this state outside the form, because saving an added province mounts the form again.
  const [isOpen, setIsOpen] = useState<boolean>();
  const isAsked = useSearchParams()[0].has('register');
  const check = (values: RawValues): string | undefined => {
    const added = addedIn(values);
    const all = [...codes, ...added.map((entry) => values[`${entry}.code`]?.trim() ?? '')];
    const wrong = added.find((_, index) => {
      const code = all[codes.length + index] ?? '';
      return !/^[0-9]{2}$/.test(code) || all.indexOf(code) < codes.length + index;
    });
    if (wrong !== undefined)
      throw new FieldRefusal(`${wrong}.code`, message('admin.params.province.codeInvalid'));
    const unreadable = [...codes, ...added].find((entry) => !isRegisterUrl(values[`${entry}.registerUrl`]));
    if (unreadable !== undefined)
      throw new FieldRefusal(`${unreadable}.registerUrl`, message('admin.params.province.registerInvalid'));
    return isAnyEnabled(values, [...codes, ...added]) ? undefined : t('admin.params.entry.noneEnabled');
  };
  return (
    <SectionCard
      name="provinces"
      section={section}
      required={(values) => ({
        ...nameLimits([...codes, ...addedIn(values)]),
        ...Object.fromEntries(addedIn(values).map((entry) => [`${entry}.code`, 2])),
      })}
      check={check}
    >
      {({ initial }) => (
        <Disclosure
          isOpen={isOpen ?? (isAsked || addedIn(initial).length > 0)}
          onToggle={setIsOpen}
          title={t('admin.params.provinces.show', { count: section.value.length })}
        >
          {section.value.map((province) => {
            // Another administrator may have added a province since the form was opened, so `initial` may lack its
            // values.
            const values = { ...codecs.provinces.toValues([province]), ...initial };
            return (
              <CategoryFields key={province.code} {...province} initial={values}>
                <RegisterField entry={province.code} initial={values} />
              </CategoryFields>
            );
          })}
          <AddedProvinces initial={initial} />
        </Disclosure>
      )}
    </SectionCard>
  );
}

function AddedProvinces({ initial }: { initial: RawValues }) {
  const t = useT();
  return (
    <EntryList
      first={addedIn(initial).length}
      add={t('admin.params.province.add')}
      remove={t('admin.params.province.remove')}
    >
      {(index) => (
        <fieldset className="grid gap-4">
          <legend className="mb-2 text-label font-semibold">
            {t('admin.params.province.new', { number: index + 1 })}
          </legend>
          <TextField
            name={`added${index}.code`}
            label={t('admin.params.province.code')}
            hint={t('admin.params.province.code.hint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={2}
            defaultValue={initial[`added${index}.code`]}
          />
          <FieldInBoth
            name={`added${index}`}
            label={t('admin.params.entry.name')}
            initial={initial}
            maxLength={80}
          />
          <RegisterField entry={`added${index}`} initial={initial} />
        </fieldset>
      )}
    </EntryList>
  );
}

function isAnyEnabled(values: RawValues, entries: readonly string[]): boolean {
  return entries.some((entry) => values[`${entry}.isDisabled`] !== 'on');
}
