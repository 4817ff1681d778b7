import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { LinkedText } from './linked-text.tsx';

/** Text that a person typed in several lines: line breaks are kept, and addresses are links. */
export const MultilineText = ({
  text,
  className,
  ...rest
}: Omit<ComponentProps<'p'>, 'children'> & { text: string }) => (
  // Each line has its own direction.
  <p
    dir="auto"
    style={{ unicodeBidi: 'plaintext' }}
    {...rest}
    className={classNames('text-pretty wrap-anywhere whitespace-pre-line', className)}
  >
    <LinkedText text={text} />
  </p>
);
