import { type ClipboardEvent, type FocusEvent, useRef } from 'react';
import { dayOf, dayParts, readDay, timeSuffix } from '#shared/forms/day.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { FieldError, type FieldProps, labelClass, useControl } from './field.tsx';

const parts = [
  { part: 'day', digits: 2, width: 'w-16' },
  { part: 'month', digits: 2, width: 'w-16' },
  { part: 'year', digits: 4, width: 'w-24' },
  { part: 'hour', digits: 2, width: 'w-16' },
  { part: 'minute', digits: 2, width: 'w-16' },
] as const;

/**
 * A day in three fields, because typing a known day takes fewer steps than finding it in a calendar. The form's value
 * is the day `YYYY-MM-DD`, or '' if the fields are empty. A pasted day, such as 01/02/1990, fills all three fields.
 * `withTime` adds the hour and minute (`YYYY-MM-DDTHH:MM`), which a native field would show in the format of the
 * browser's language.
 */
export function DateField({
  name,
  label,
  hint,
  isOptional,
  className,
  defaultValue = '',
  withTime = false,
}: FieldProps & { defaultValue?: string; withTime?: boolean }) {
  const t = useT();
  const { control, hintId, errorId, error } = useControl({ name, label, hint });
  const group = useRef<HTMLFieldSetElement>(null);
  const value = useRef<HTMLInputElement>(null);
  const [initialDay = '', initialTime = ''] = defaultValue.split('T');
  const [hour = '', minute = ''] = initialTime.split(':');
  const initial = { ...dayParts(initialDay), hour, minute };

  const fields = () => [...(group.current?.querySelectorAll<HTMLInputElement>('input[inputmode]') ?? [])];
  // The event reaches the group first, so this handler runs before the form reads its values.
  const update = () => {
    const [day = '', month = '', year = '', ...time] = fields().map((field) => field.value.trim());
    if (value.current) value.current.value = dayOf({ day, month, year }) + (withTime ? timeSuffix(time) : '');
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = readDay(event.clipboardData.getData('text'));
    if (pasted === undefined) return;
    event.preventDefault();
    for (const [index, field] of fields().slice(0, 3).entries()) {
      field.value = [pasted.day, pasted.month, pasted.year][index] ?? '';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    fields()[withTime ? 3 : 2]?.focus();
  };
  // The value is complete only when the focus leaves all fields.
  const blur = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && group.current?.contains(event.relatedTarget) === true)
      event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the events of its fields bubble to it
    <fieldset ref={group} className={className} onInput={update} onPaste={paste} onBlur={blur}>
      <legend className={`${labelClass} mb-2`}>
        {label}
        {isOptional && <span className="font-normal text-muted"> ({t('common.optional')})</span>}
      </legend>
      <div className="flex flex-wrap gap-3">
        {parts.slice(0, withTime ? 5 : 3).map(({ part, digits, width }) => (
          <div key={part} className={width}>
            <label htmlFor={`${control.id}-${part}`} className="mb-1 block text-sm">
              {t(`account.day.${part}`)}
            </label>
            <input
              {...control}
              id={`${control.id}-${part}`}
              type="text"
              inputMode="numeric"
              maxLength={digits}
              autoComplete="off"
              defaultValue={initial[part]}
              className="control digits px-3! text-center"
            />
          </div>
        ))}
      </div>
      {/* React would reset the value of an input of type `hidden`. `readOnly` keeps the form from focusing this field. */}
      <input ref={value} hidden readOnly tabIndex={-1} name={name} defaultValue={defaultValue} />
      {hint !== undefined && (
        <p id={hintId} className="mt-2 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={errorId} text={error} />
    </fieldset>
  );
}
