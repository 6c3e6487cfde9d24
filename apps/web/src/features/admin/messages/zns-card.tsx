import { findZnsProblem } from '@vid/contract/messages/message-texts.policy';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { message } from '#shared/forms/message.ts';
import type { RawValues } from '#shared/forms/values.ts';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { EntryList } from '#features/admin/params/entry-list.tsx';
import { FieldInBoth } from '#features/admin/params/fields.tsx';
import { parameterCount, znsOf } from '#features/admin/params/param-values.ts';
import type { Params } from '#features/admin/params/params.ts';
import { SectionCard } from '#features/admin/params/section-card.tsx';

/** Returns the label of the template or of a parameter, given the parts of a path such as `parameters.0.value.vi`. */
function nameField(t: Translate, [field, index]: readonly string[]): string {
  return field === 'template'
    ? t('admin.texts.zns.template')
    : t('admin.texts.zns.parameter', { number: Number(index) + 1 });
}

export function ZnsCard({ section }: { section: Params['zns'] }) {
  const t = useT();
  const check = (values: RawValues): string | undefined => {
    const zns = znsOf(values);
    if (zns.template !== null && !/^[0-9]+$/.test(zns.template))
      throw new FieldRefusal('template', message('admin.messages.zns.templateInvalid'));
    if (zns.template === null && zns.parameters.length > 0) return t('admin.messages.zns.noTemplate');
    for (const [index, { name }] of zns.parameters.entries())
      if (
        !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ||
        zns.parameters.findIndex((one) => one.name === name) < index
      )
        throw new FieldRefusal(`${index}.name`, message('admin.messages.zns.nameInvalid'));
    const found = findZnsProblem(zns);
    if (!found) return undefined;
    const { problem, index } = found;
    if (index === undefined || !('placeholder' in problem))
      return t('admin.messages.zns.noCode', { code: '{{code}}' });
    return t('admin.messages.problem.unknown', { placeholder: problem.placeholder });
  };
  return (
    <SectionCard
      name="zns"
      nameField={nameField}
      section={section}
      required={(values) =>
        Object.fromEntries(
          Object.keys(values)
            .filter((name) => name !== 'template')
            .map((name) => [name, name.endsWith('.name') ? 64 : 100]),
        )
      }
      check={check}
    >
      {({ initial }) => (
        <>
          <TextField
            name="template"
            label={t('admin.texts.zns.template')}
            hint={t('admin.messages.zns.template.hint')}
            isOptional
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            defaultValue={initial['template']}
          />
          <EntryList
            first={parameterCount(initial)}
            max={10}
            add={t('admin.messages.zns.add')}
            remove={t('admin.messages.zns.remove')}
          >
            {(index) => (
              <fieldset className="grid gap-4 rounded-control border border-line p-4">
                <legend className="px-2 text-label font-semibold">
                  {t('admin.texts.zns.parameter', { number: index + 1 })}
                </legend>
                <TextField
                  name={`${index}.name`}
                  label={t('admin.messages.zns.name')}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={64}
                  defaultValue={initial[`${index}.name`]}
                />
                <FieldInBoth
                  name={`${index}.value`}
                  label={t('admin.messages.zns.value')}
                  hint={t('admin.messages.zns.value.hint', {
                    placeholders: '{{code}}, {{purpose}}, {{minutes}}, {{name}}',
                  })}
                  initial={initial}
                  maxLength={100}
                />
              </fieldset>
            )}
          </EntryList>
        </>
      )}
    </SectionCard>
  );
}
