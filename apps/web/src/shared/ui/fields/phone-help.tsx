import { type RefObject, useEffect, useState } from 'react';
import { getLanguageTag } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import type { PhoneCountry } from '#shared/lib/boot.ts';
import { convertOldPrefix } from '#shared/lib/phone/old-phone.ts';
import { foreignCountries, formatPhone } from '#shared/lib/phone/phone.ts';

type Input = RefObject<HTMLInputElement | null>;

/** Offers a choice of countries if the deployment accepts foreign numbers, and converts a number from before 2018. */
export function PhoneHelp({ inputRef }: { inputRef: Input }) {
  const countries = foreignCountries();
  return (
    <>
      {countries.length > 0 && <CountrySelect inputRef={inputRef} countries={countries} />}
      <OldPrefix inputRef={inputRef} />
    </>
  );
}

function OldPrefix({ inputRef }: { inputRef: Input }) {
  const t = useT();
  const [former, setFormer] = useState('');
  // Follows the field, whose value is outside React's state.
  useEffect(() => {
    const field = inputRef.current;
    if (field === null) return undefined;
    const convert = () => {
      const converted = convertOldPrefix(field.value);
      if (converted === null) return;
      setFormer(field.value.trim());
      field.value = formatPhone(converted);
    };
    const forget = () => setFormer('');
    convert();
    field.addEventListener('blur', convert);
    field.addEventListener('input', forget);
    return () => {
      field.removeEventListener('blur', convert);
      field.removeEventListener('input', forget);
    };
  }, [inputRef]);
  return <output className="order-last text-sm">{former && t('signUp.phone.converted', { former })}</output>;
}

type Props = { inputRef: Input; countries: readonly PhoneCountry[] };

/** Writes the calling code of the chosen country into the field, which holds the whole number. */
function CountrySelect({ inputRef, countries }: Props) {
  const t = useT();
  const names = new Intl.DisplayNames([getLanguageTag()], { type: 'region' });
  const countryOf = (phone = '') =>
    countries.find(({ callingCode }) => phone.trim().startsWith(`+${callingCode}`))?.code ?? 'VN';
  const [chosen, setChosen] = useState('VN');
  // Follows the number in the field, whose value is outside React's state.
  useEffect(() => {
    const field = inputRef.current;
    const follow = () => setChosen(countryOf(field?.value));
    follow();
    field?.addEventListener('input', follow);
    return () => field?.removeEventListener('input', follow);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the countries of a deployment do not change
  }, [inputRef]);
  const choose = (code: string) => {
    const field = inputRef.current;
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
      aria-label={t('signUp.phone.country')}
      className="control"
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
