import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'positive' | 'negative' | 'danger';
type ButtonSize = 's' | 'm' | 'l';

const base =
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 select-none transition-[background-color,border-color,color,filter] duration-150 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress aria-disabled:opacity-55';

const looks: Record<ButtonVariant, string> = {
  primary:
    'bg-primary text-primary-ink font-semibold enabled:hover:brightness-110 enabled:active:brightness-95',
  secondary: 'border border-line text-text font-medium hover:bg-raised',
  quiet: 'text-muted font-medium hover:bg-raised hover:text-text',
  positive: 'bg-positive-wash text-positive font-semibold hover:brightness-115',
  negative: 'bg-negative-wash text-negative font-semibold hover:brightness-115',
  danger: 'bg-negative text-negative-ink font-semibold hover:brightness-110',
};

/** Touch targets are 44 px; with a mouse the small size may be smaller. */
const sizes: Record<ButtonSize, string> = {
  s: 'min-h-9 px-3.5 rounded-[10px] text-sm pointer-coarse:min-h-11',
  m: 'min-h-11 px-5 rounded-control text-base',
  l: 'min-h-12 px-6 py-1.5 rounded-control text-base',
};

type Look = {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  wide?: boolean | undefined;
};

const look = ({ variant = 'secondary', size = 'm', wide = false }: Look, className?: string) =>
  classNames(
    base,
    looks[variant],
    sizes[size],
    wide
      ? 'w-full'
      : 'whitespace-nowrap max-[19rem]:px-2 max-[19rem]:wrap-anywhere max-[19rem]:whitespace-normal',
    className,
  );

type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; ref?: Ref<HTMLButtonElement> };

/** Prevents the click, and the submission of a form by the button or by Enter. */
const refuse = (event: MouseEvent) => event.preventDefault();

/**
 * While `busy` the button ignores clicks and announces it; the caller sets the text ("Signing In..."). With `aria-disabled` it
 * ignores them too, while another one is busy. Neither is `disabled`, because that would drop the focus.
 */
export const Button = ({
  variant,
  size,
  wide,
  busy = false,
  'aria-disabled': ariaDisabled = busy,
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    onClick={ariaDisabled ? refuse : onClick}
    aria-disabled={ariaDisabled || undefined}
    aria-busy={busy || undefined}
    className={look({ variant, size, wide }, className)}
  >
    {busy && (
      <span className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent" />
    )}
    {children}
  </button>
);

type ButtonLinkProps = Look & {
  href: string;
  children: ReactNode;
  className?: string;
  newTab?: boolean;
};

/** A link that looks like a button. */
export const ButtonLink = ({ href, children, className, newTab = false, ...rest }: ButtonLinkProps) =>
  newTab ? (
    <a href={href} target="_blank" rel="noopener noreferrer" className={look(rest, className)}>
      {children}
    </a>
  ) : (
    <Link href={href} className={look(rest, className)}>
      {children}
    </Link>
  );
