import { type RefObject, useEffect, useState } from 'react';
import { getLanguageTag } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import type { PhoneCountry } from '#shared/lib/boot.ts';

type Props = { input: RefObject<HTMLInputElement | null>; countries: readonly PhoneCountry[] };

/** Chooses the country of a phone number by writing its calling code into the field, which holds the whole number. */
export function CountrySelect({ input, countries }: Props) {
  const t = useT();
  const names = new Intl.DisplayNames([getLanguageTag()], { type: 'region' });
  const countryOf = (phone = '') =>
    countries.find(({ callingCode }) => phone.trim().startsWith(`+${callingCode}`))?.code ?? 'VN';
  const [chosen, setChosen] = useState('VN');
  // Follows the number that is typed into the field, which is not in React's state.
  useEffect(() => {
    const field = input.current;
    const follow = () => setChosen(countryOf(field?.value));
    follow();
    field?.addEventListener('input', follow);
    return () => field?.removeEventListener('input', follow);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the countries of a deployment do not change
  }, [input]);
  const choose = (code: string) => {
    const field = input.current;
    if (field === null) return;
    const former = countries.find((country) => country.code === chosen);
    const next = countries.find((country) => country.code === code);
    const national = field.value
      .trim()
      .replace(former ? `+${former.callingCode}` : /^(?:\+84|0)/, '')
      .trim();
    field.value = next ? `+${next.callingCode} ${national}` : national;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    setChosen(code);
    field.focus();
  };
  return (
    <select
      aria-label={t('common.phone.country')}
      className="control w-auto max-w-full"
      value={chosen}
      onChange={({ target }) => choose(target.value)}
    >
      {[{ code: 'VN', callingCode: '84' }, ...countries].map(({ code, callingCode }) => (
        <option key={code} value={code}>
          {`${names.of(code) ?? code} +${callingCode}`}
        </option>
      ))}
    </select>
  );
}
