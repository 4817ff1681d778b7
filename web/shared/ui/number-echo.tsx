import type { ReactNode } from 'react';
import { dropInvisible } from '../../../contract/shared/text.ts';
import type { Reading } from '../decimal-input.ts';
import { Button } from './button.tsx';
import { useFieldWiring } from './field.tsx';

type EchoProps = {
  reading: Reading;
  onChoose: (value: string) => void;
  format?: (value: string) => string;
};

const asIs = (value: string) => value;

const NumberChoices = ({ reading, onChoose, format = asIs }: EchoProps) => {
  const { id } = useFieldWiring();
  const choose = (value: string) => {
    onChoose(value);
    // The pressed button disappears.
    if (id) document.getElementById(id)?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a hint is a paragraph, which cannot hold a fieldset.
    <span role="group" aria-label="Which number do you mean?" className="flex flex-wrap gap-2">
      {'choices' in reading &&
        reading.choices?.map((value) => (
          <Button key={value} size="s" onClick={() => choose(value)}>
            {format(value)}
          </Button>
        ))}
    </span>
  );
};

/** Says how a typed number is read, if that differs from its text, and offers both readings of an unclear one. */
export const echoNumber = (text: string, props: EchoProps): ReactNode => {
  const { reading, format = asIs } = props;
  if ('choices' in reading) return <NumberChoices {...props} />;
  return 'value' in reading && format(reading.value) !== dropInvisible(text)
    ? `Read as ${format(reading.value)}`
    : null;
};
