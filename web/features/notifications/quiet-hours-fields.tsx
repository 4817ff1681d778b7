import { useEffect, useRef, useState } from 'react';
import type { QuietHours } from '../../../contract/push.ts';
import { Field } from '../../shared/ui/field.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { ownZone, zones } from './quiet-zones.ts';

/** What most people mean by a night. */
const NIGHT = { from: '22:00', to: '07:00' };
const CLOCK = /^\d\d:\d\d$/;

/**
 * A time is sent when its typing rests for so long, or its field is left. Each key makes another whole time (2, then 23),
 * and by one of those on the way what waits for the morning might be let go.
 */
const REST_MS = 1_000;

/** From when to when nothing rings, and by which clock. */
export const QuietHoursFields = ({
  quietHours,
  save,
}: {
  quietHours: QuietHours | null;
  save: (next: QuietHours | null) => void;
}) => {
  const [typed, setTyped] = useState<Partial<QuietHours>>({});
  const shown = quietHours && { ...quietHours, ...typed };
  const send = (whole: QuietHours | null) => {
    if (!whole || !CLOCK.test(whole.from) || !CLOCK.test(whole.to)) return;
    setTyped({});
    save(whole);
  };
  const isTyped = Object.keys(typed).length > 0;
  const latest = useRef(() => {});
  useEffect(() => {
    latest.current = () => isTyped && send(shown);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key begins the rest anew.
  useEffect(() => {
    if (!isTyped) return;
    const timer = setTimeout(() => latest.current(), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // Whoever closes the settings has finished too.
  useEffect(() => () => latest.current(), []);
  return (
    <>
      <Switch
        label="Quiet hours"
        checked={quietHours !== null}
        onChange={(on) => {
          setTyped({});
          save(on ? { ...NIGHT, timeZone: ownZone() } : null);
        }}
      />
      {shown && (
        <div className="grid grid-cols-2 gap-3 pb-4">
          <Field label="From">
            <TextInput
              type="time"
              value={shown.from}
              onChange={(event) => setTyped({ ...typed, from: event.target.value })}
              onBlur={() => latest.current()}
            />
          </Field>
          <Field label="To">
            <TextInput
              type="time"
              value={shown.to}
              onChange={(event) => setTyped({ ...typed, to: event.target.value })}
              onBlur={() => latest.current()}
            />
          </Field>
          <Field
            label="Time zone"
            className="col-span-2"
            hint="What comes in these hours waits until they end."
          >
            <Select
              value={shown.timeZone}
              onChange={(event) => send({ ...shown, timeZone: event.target.value })}
            >
              {zones(shown.timeZone).map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
    </>
  );
};
