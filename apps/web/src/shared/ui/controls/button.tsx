import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react';
import { useFormState } from '#shared/forms/form-context.ts';
import { useAfterDelay } from '#shared/hooks/use-after-delay.ts';
import { type Labelled, useLabel } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Link, type LinkProps } from './link.tsx';
import { Spinner } from '../feedback/spinner.tsx';

const looks = {
  // High-contrast modes drop the background and show the otherwise transparent border.
  primary: 'border border-transparent bg-brand text-on-brand hover:bg-brand-hover px-6',
  secondary: 'border border-field bg-card text-ink hover:border-ink hover:bg-bg px-6',
  ghost: 'text-brand hover:bg-soft px-4',
  danger: 'border border-danger text-danger bg-card hover:bg-danger-soft px-6',
} as const;

export type ButtonLook = keyof typeof looks;

const base =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-control py-2 text-center font-semibold text-balance no-underline transition-colors disabled:opacity-60';

export function buttonClass(look: ButtonLook = 'primary', isWide = false): string {
  return cx(base, looks[look], isWide && 'w-full');
}

const linkBase =
  'inline-block min-h-6 cursor-pointer rounded-sm underline decoration-1 underline-offset-4 hover:decoration-2';
export const linkClass = `${linkBase} font-semibold text-brand hover:text-brand-hover`;

type ButtonProps = ComponentProps<'button'> &
  Labelled & {
    look?: ButtonLook;
    isWide?: boolean;
    /** A busy button keeps its size and label, ignores presses, and shows a spinner after 300 ms. */
    isBusy?: boolean;
    icon?: ReactNode;
  };

export function Button({
  look = 'primary',
  isWide = false,
  isBusy = false,
  icon,
  className,
  type = 'button',
  onClick,
  text,
  children,
  ...rest
}: ButtonProps) {
  const label = useLabel({ text, children });
  const showsSpinner = useAfterDelay(isBusy);
  const onPress = (click: MouseEvent<HTMLButtonElement>) => {
    // Ignore the click instead of setting `disabled`, which would lose the focus and give screen readers no reason.
    if (isBusy) click.preventDefault();
    else onClick?.(click);
  };
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- always a valid type, `button` by default
      type={type}
      aria-busy={isBusy || undefined}
      className={cx(buttonClass(look, isWide), isBusy && 'cursor-progress', className)}
      onClick={onPress}
      {...rest}
    >
      {showsSpinner ? <Spinner /> : icon}
      {label}
    </button>
  );
}

/** Shows the submit button of the enclosing form, which is busy while the form is pending. */
export function SubmitButton({
  look = 'primary',
  isWide = true,
  ...rest
}: Omit<ButtonProps, 'type' | 'isBusy'>) {
  const { isPending } = useFormState();
  return <Button type="submit" look={look} isWide={isWide} isBusy={isPending} {...rest} />;
}

export function ButtonLink({
  look = 'primary',
  isWide = false,
  className,
  text,
  children,
  ...rest
}: LinkProps & Labelled & { look?: ButtonLook; isWide?: boolean }) {
  return (
    <Link className={cx(buttonClass(look, isWide), className)} {...rest}>
      {useLabel({ text, children })}
    </Link>
  );
}

export const plainLinkClass =
  'inline-block min-h-6 cursor-pointer rounded-sm font-semibold text-brand underline-offset-4 hover:text-brand-hover hover:underline';

/** Underlines a secondary link at the edge of a page only under the pointer or with the focus. */
export const quietLinkClass =
  'inline-flex min-h-6 items-center rounded-sm text-muted underline-offset-4 hover:text-ink hover:underline focus-visible:underline';

/**
 * An underlined link inside a sentence. `isPlain` is for a link that stands alone, `isQuiet` for a link at the edge of
 * a page.
 */
export function TextLink({
  className,
  isPlain = false,
  isQuiet = false,
  text,
  children,
  ...rest
}: LinkProps & Labelled & { isPlain?: boolean; isQuiet?: boolean }) {
  const look = isQuiet ? quietLinkClass : isPlain ? plainLinkClass : linkClass;
  return (
    <Link className={cx(look, className)} {...rest}>
      {useLabel({ text, children })}
    </Link>
  );
}

export function LinkButton({
  className,
  isBusy,
  text,
  children,
  onClick,
  ...rest
}: Omit<ButtonProps, 'look' | 'isWide' | 'icon' | 'type'>) {
  return (
    <button
      type="button"
      aria-busy={isBusy || undefined}
      className={cx(plainLinkClass, className)}
      onClick={(click) => {
        if (isBusy) click.preventDefault();
        else onClick?.(click);
      }}
      {...rest}
    >
      {useLabel({ text, children })}
    </button>
  );
}

/** A 48 px square button, whose label is for screen readers and the tooltip. */
export function IconButton({
  icon,
  label,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & { icon: ReactElement; label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        'inline-grid size-12 shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-soft hover:text-brand',
        className,
      )}
      {...rest}
    >
      {icon}
    </button>
  );
}
