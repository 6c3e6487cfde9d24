import { useState } from 'react';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import type { RawValues } from '#shared/forms/values.ts';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { FieldInBoth, ImageField } from './fields.tsx';
import { slideCount } from './param-values.ts';
import type { Params } from './params.ts';
import { SectionCard } from './section-card.tsx';

const nothing = () => ({});

/** How members reach the association. */
export function ContactCard({ section }: { section: Params['contact'] }) {
  const t = useT();
  return (
    <SectionCard
      name="contact"
      isOnSignInPage
      title={t('admin.params.contact')}
      lead={t('admin.params.contact.lead')}
      section={section}
      required={nothing}
    >
      {({ initial }) => (
        <>
          <TextField
            name="phone"
            type="tel"
            label={t('admin.params.phone')}
            isOptional
            autoComplete="off"
            maxLength={24}
            defaultValue={initial['phone']}
          />
          <TextField
            name="email"
            type="email"
            label={t('admin.params.email')}
            isOptional
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            defaultValue={initial['email']}
          />
          <FieldInBoth
            name="address"
            label={t('admin.params.address')}
            initial={initial}
            isOptional
            maxLength={200}
          />
        </>
      )}
    </SectionCard>
  );
}

const maxSlides = 6;

/** The slides beside the sign-in form. */
export function SlidesCard({ section }: { section: Params['slides'] }) {
  const t = useT();
  return (
    <SectionCard
      name="slides"
      isOnSignInPage
      title={t('admin.params.slides')}
      lead={t('admin.params.slides.lead')}
      section={section}
      required={(values) =>
        Object.fromEntries(
          Object.keys(values)
            .filter((name) => !name.endsWith('.image'))
            .map((name) => [name, name.includes('.title.') ? 80 : 240]),
        )
      }
    >
      {({ initial }) => <SlideFields initial={initial} />}
    </SectionCard>
  );
}

function SlideFields({ initial }: { initial: RawValues }) {
  const t = useT();
  const [count, setCount] = useState(slideCount(initial));
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <fieldset key={index} className="grid gap-4 rounded-control border border-line p-4">
          <legend className="px-2 text-label font-semibold">
            {t('admin.params.slide', { number: index + 1 })}
          </legend>
          <FieldInBoth
            name={`${index}.title`}
            label={t('admin.params.slide.title')}
            initial={initial}
            maxLength={80}
          />
          <FieldInBoth
            name={`${index}.text`}
            label={t('admin.params.slide.text')}
            initial={initial}
            isLong
            maxLength={240}
          />
          <ImageField name={`${index}.image`} label={t('admin.params.slide.image')} initial={initial} />
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3">
        {count < maxSlides && (
          <Button look="secondary" onClick={() => setCount(count + 1)}>
            {t('admin.params.slide.add')}
          </Button>
        )}
        {count > 1 && (
          <Button look="secondary" onClick={() => setCount(count - 1)}>
            {t('admin.params.slide.remove')}
          </Button>
        )}
      </div>
    </>
  );
}

const namesOf = (entries: readonly { readonly code: string }[]) => () =>
  Object.fromEntries(entries.flatMap(({ code }) => [`${code}.vi`, `${code}.en`].map((name) => [name, 80])));

/** The two names of an entry, under its saved name in the language of the page. */
function NameFields({
  code,
  name,
  initial,
}: {
  code: string;
  name: Params['objects']['value'][number]['name'];
  initial: RawValues;
}) {
  const t = useT();
  const language = textLanguageOf(useLocale());
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-label font-semibold">{name[language]}</legend>
      <FieldInBoth name={code} label={t('admin.params.entry.name')} initial={initial} maxLength={80} />
    </fieldset>
  );
}

/** The names of the kinds of members. */
export function ObjectsCard({ section }: { section: Params['objects'] }) {
  const t = useT();
  return (
    <SectionCard
      name="objects"
      title={t('admin.params.objects')}
      lead={t('admin.params.objects.lead')}
      section={section}
      required={namesOf(section.value)}
    >
      {({ initial }) =>
        section.value.map(({ code, name }) => (
          <NameFields key={code} code={code} name={name} initial={initial} />
        ))
      }
    </SectionCard>
  );
}

/** The names of the provinces, and which can be chosen. */
export function ProvincesCard({ section }: { section: Params['provinces'] }) {
  const t = useT();
  const language = textLanguageOf(useLocale());
  return (
    <SectionCard
      name="provinces"
      title={t('admin.params.provinces')}
      lead={t('admin.params.provinces.lead')}
      section={section}
      required={namesOf(section.value)}
    >
      {({ initial }) => (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            {t('admin.params.provinces.show', { count: section.value.length })}
          </summary>
          <div className="mt-3 grid gap-6">
            {section.value.map(({ code, name }) => (
              <div key={code} className="grid gap-2">
                <NameFields code={code} name={name} initial={initial} />
                <Checkbox
                  name={`${code}.isDisabled`}
                  label={t('admin.params.province.disabled', { name: name[language] })}
                  defaultChecked={initial[`${code}.isDisabled`] === 'on'}
                />
              </div>
            ))}
          </div>
        </details>
      )}
    </SectionCard>
  );
}
