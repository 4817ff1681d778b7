import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { Drawing, loginShapes } from './drawing.tsx';
import { TextInput } from './text-input.tsx';

/** A password with a button that shows it, and a word when Caps Lock is on. */
export const PasswordInput = (props: Omit<ComponentProps<typeof TextInput>, 'type'>) => {
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <>
      <div className="relative">
        <TextInput
          autoCapitalize="none"
          spellCheck={false}
          {...props}
          type={isShown ? 'text' : 'password'}
          className="pr-12"
          onKeyDown={readCapsLock}
          onKeyUp={readCapsLock}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          className="absolute inset-y-0 right-0 grid w-11.5 place-items-center rounded-control text-muted hover:text-text"
          onClick={() => setShown(!isShown)}
        >
          <Drawing shape={loginShapes[isShown ? 'eye-off' : 'eye']} />
        </button>
      </div>
      <p role="status" className="text-xs text-muted empty:hidden">
        {isCapsLock && 'Caps Lock is on.'}
      </p>
    </>
  );
};
