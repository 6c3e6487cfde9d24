import { formatPhone } from '#shared/lib/phone/phone.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { quietLinkClass } from '#shared/ui/controls/button.tsx';
import { useCategory } from '#state/category.ts';

export function ContactLinks() {
  const t = useT();
  const phone = useCategory((state) => state.configurations?.supportPhone);
  const email = useCategory((state) => state.configurations?.supportEmail);
  return (
    <>
      {phone && (
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={quietLinkClass}>
          {t('common.support')}{' '}
          <bdi dir="ltr" className="digits">
            {formatPhone(phone)}
          </bdi>
        </a>
      )}
      {email && (
        <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className={quietLinkClass}>
          <bdi>{email}</bdi>
        </a>
      )}
    </>
  );
}
