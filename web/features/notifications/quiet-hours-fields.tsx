import { useState } from 'react';
import type { QuietHours } from '../../../contract/push.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ownZone, zones } from './quiet-zones.ts';

/** What most people mean by a night. */
const NIGHT = { from: '22:00', to: '07:00' };
const CLOCK = /^\d\d:\d\d$/;

/** From when to when nothing rings, and by which clock. A half typed time is not sent. */
export const QuietHoursFields = ({
  quietHours,
  save,
}: {
  quietHours: QuietHours | null;
  save: (next: QuietHours | null) => void;
}) => {
  const [typed, setTyped] = useState<Partial<QuietHours>>({});
  const shown = quietHours && { ...quietHours, ...typed };
  const change = (part: Partial<QuietHours>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    const whole = quietHours && { ...quietHours, ...next };
    if (whole && CLOCK.test(whole.from) && CLOCK.test(whole.to)) {
      setTyped({});
      save(whole);
    }
  };
  return (
    <>
      <Switch
        label="Quiet hours"
        checked={quietHours !== null}
        onChange={(on) => save(on ? { ...NIGHT, timeZone: ownZone() } : null)}
      />
      {shown && (
        <div className="grid grid-cols-2 gap-3 pb-4">
          <Field label="From">
            <TextInput
              type="time"
              value={shown.from}
              onChange={(event) => change({ from: event.target.value })}
            />
          </Field>
          <Field label="To">
            <TextInput
              type="time"
              value={shown.to}
              onChange={(event) => change({ to: event.target.value })}
            />
          </Field>
          <Field
            label="Time zone"
            className="col-span-2"
            hint="What comes in these hours waits until they end."
          >
            <Select value={shown.timeZone} onChange={(event) => change({ timeZone: event.target.value })}>
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
