import { useT } from '#shared/i18n/use-t.ts';
import type { RawValues } from '#shared/forms/values.ts';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { EntryList } from './entry-list.tsx';
import { FieldInBoth, ImageField } from './fields.tsx';
import { slideCount } from './param-values.ts';
import type { Params } from './params.ts';
import { SectionCard } from './section-card.tsx';

const nothing = () => ({});

export function ContactCard({ section }: { section: Params['contact'] }) {
  const t = useT();
  return (
    <SectionCard name="contact" isOnSignInPage section={section} required={nothing}>
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

export function SlidesCard({ section }: { section: Params['slides'] }) {
  return (
    <SectionCard
      name="slides"
      isOnSignInPage
      section={section}
      required={(values) =>
        Object.fromEntries(
          Object.keys(values)
            .filter((name) => !name.endsWith('.image'))
            .map((name) => [name, name.includes('.title.') ? 80 : 240]),
        )
      }
    >
      {(values) => <SlideFields {...values} />}
    </SectionCard>
  );
}

function SlideFields({ initial, typed }: { initial: RawValues; typed: RawValues }) {
  const t = useT();
  return (
    <EntryList
      first={slideCount(initial)}
      min={1}
      max={6}
      add={t('admin.params.slide.add')}
      remove={t('admin.params.slide.remove')}
    >
      {(index) => (
        <fieldset className="grid gap-4 rounded-control border border-line p-4">
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
          <ImageField
            name={`${index}.image`}
            label={t('admin.params.slide.image')}
            initial={initial}
            typed={typed}
          />
        </fieldset>
      )}
    </EntryList>
  );
}
