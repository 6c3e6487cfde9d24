import { useT } from '#shared/i18n/use-t.ts';
import { Button, type ButtonLook, SubmitButton } from '#shared/ui/controls/button.tsx';

type Props = {
  action: string | false;
  look?: ButtonLook;
  onCancel?: (() => void) | undefined;
  /** Text of the secondary button; “Cancel” by default. */
  cancel?: string | undefined;
};

export function FormButtons({ action, look = 'primary', onCancel, cancel }: Props) {
  const t = useT();
  return (
    <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-end">
      {onCancel && (
        <Button look="secondary" onClick={onCancel}>
          {cancel ?? t('common.cancel')}
        </Button>
      )}
      {action !== false && (
        <SubmitButton isWide={false} look={look}>
          {action}
        </SubmitButton>
      )}
    </div>
  );
}
