import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { useFieldWiring } from './field.tsx';

// focus-within: the parts of a date input take the focus, not the input itself.
const look =
  'w-full min-w-0 rounded-control border border-field-line bg-field px-3.5 text-text placeholder:text-faint transition-[border-color] duration-150 hover:border-edge focus-within:outline-2 focus-within:outline-offset-0 focus-within:outline-accent focus-within:border-transparent aria-invalid:border-negative disabled:opacity-55 pointer-coarse:text-[1rem]';

type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

/** A text input. Inside a `Field` it is linked to the label by itself. */
export const TextInput = ({ className, ...rest }: InputProps) => (
  <input
    type="text"
    dir="auto"
    {...useFieldWiring()}
    {...rest}
    className={classNames(look, 'h-11.5', className)}
  />
);

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

export const TextArea = ({ className, rows = 4, ...rest }: TextAreaProps) => (
  <textarea
    rows={rows}
    dir="auto"
    {...useFieldWiring()}
    {...rest}
    className={classNames(look, 'block resize-y py-3 leading-normal', className)}
  />
);
