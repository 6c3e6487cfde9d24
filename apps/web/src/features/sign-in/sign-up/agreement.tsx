import { termsVersion } from '@vid/contract/limits';
import { paths } from '#navigation/paths.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/choices.tsx';
import { useCategory } from '#state/category.ts';

/** The version of terms and policy that is agreed to now. */
export function agreedTerms(): string {
  return useCategory.getState().configurations?.termsVersion ?? termsVersion;
}

/** Agreement to terms of use and privacy policy: never ticked beforehand (Law 91/2025/QH15, article 9). */
export function Agreement() {
  const t = useT();
  return (
    <Checkbox
      name="agree"
      label={
        <Rich
          text={t('signUp.agree')}
          parts={{
            terms: <TextLink to={paths.terms} target="_blank" className="inline!" />,
            privacy: <TextLink to={paths.privacy} target="_blank" className="inline!" />,
          }}
        />
      }
    />
  );
}
