import { useEffect, useRef, useState } from 'react';
import type { QuietHours } from '../../contract/notifications/push.ts';
import { Field } from '../shared/ui/field.tsx';
import { Select } from '../shared/ui/select.tsx';
import { Switch } from '../shared/ui/switch.tsx';
import { TextInput } from '../shared/ui/text-input.tsx';
import { deviceTimeZone, listTimeZones } from './quiet-hours.ts';

const NIGHT = { from: '22:00', to: '07:00' };
const CLOCK = /^\d\d:\d\d$/;

/**
 * Times are saved after this debounce, or on blur. Typing passes through complete times (02:00 before 23:00), and saving
 * one of those could release notifications that wait for the morning.
 */
const DEBOUNCE_MS = 1_000;

/** Start, end and time zone of the quiet hours. */
export const QuietHoursFields = ({
  quietHours,
  save,
}: {
  quietHours: QuietHours | null;
  save: (next: QuietHours | null) => void;
}) => {
  const [edits, setEdits] = useState<Partial<QuietHours>>({});
  const shown = quietHours && { ...quietHours, ...edits };
  const send = (edited: QuietHours | null) => {
    if (!edited || !CLOCK.test(edited.from) || !CLOCK.test(edited.to)) return;
    setEdits({});
    save(edited);
  };
  const isEdited = Object.keys(edits).length > 0;
  const latest = useRef(() => {});
  useEffect(() => {
    latest.current = () => isEdited && send(shown);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each edit restarts the debounce.
  useEffect(() => {
    if (!isEdited) return;
    const timer = setTimeout(() => latest.current(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [edits]);
  // Closing the settings saves too.
  useEffect(() => () => latest.current(), []);
  return (
    <>
      <Switch
        label="Quiet hours"
        checked={quietHours !== null}
        onChange={(on) => {
          setEdits({});
          save(on ? { ...NIGHT, timeZone: deviceTimeZone() } : null);
        }}
      />
      {shown && (
        <div className="grid grid-cols-2 gap-3 pb-4">
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} label={end === 'from' ? 'From' : 'To'}>
              <TextInput
                type="time"
                value={shown[end]}
                onChange={(event) => setEdits({ ...edits, [end]: event.target.value })}
                onBlur={() => latest.current()}
              />
            </Field>
          ))}
          <Field label="Time zone" className="col-span-2" hint="Delivered when quiet hours end.">
            <Select
              value={shown.timeZone}
              onChange={(event) => send({ ...shown, timeZone: event.target.value })}
              options={listTimeZones(shown.timeZone).map((zone) => ({
                value: zone,
                label: zone.replaceAll('_', ' '),
              }))}
            />
          </Field>
        </div>
      )}
    </>
  );
};
