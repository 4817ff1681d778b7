import { useId, useState } from 'react';
import {
  educatorSpecialties,
  MAX_BIO,
  MAX_SPECIALTY,
  MAX_YEARS_EXPERIENCE,
  parseYears,
  timezones,
  tradingStyles,
  YEARS_ERROR,
} from '../../../contract/account/profiles.ts';
import { MAX_NAME } from '../../../contract/shared/text.ts';
import type { LocalProfile } from '../../shared/storage/storage-keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { cardClass } from '../../shared/ui/card-class.ts';
import { Field } from '../../shared/ui/field.tsx';
import { Select, toOptions } from '../../shared/ui/select.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { TextArea, TextInput } from '../../shared/ui/text-input.tsx';
import { PictureField } from './picture-field.tsx';
import { BIO_ROWS, fieldLabel, formatCharacterCount, formatName } from './profile-model.ts';

/** SPEC §9. */
const INTERESTS_ROWS = 2;

/** Edit mode (SPEC §2) with every field. Nothing is required. */
export const ProfileForm = ({
  profile,
  onSave,
  onCancel,
}: {
  profile: LocalProfile;
  onSave: (profile: LocalProfile) => void;
  onCancel: () => void;
}) => {
  const heading = useId();
  const { yearsExperience, ...texts } = profile;
  // Kept as text while typing.
  const base = { ...texts, years: String(yearsExperience) };
  // Untouched fields follow changes made on another device.
  const [changed, setChanged] = useState<Partial<typeof base>>({});
  const values = { ...base, ...changed };
  const set = <K extends keyof typeof base>(name: K, value: (typeof base)[K]) =>
    setChanged((now) => ({ ...now, [name]: value }));
  const { role } = profile;
  const typedYears = parseYears(values.years);

  const renderNameField = (
    key: 'firstName' | 'lastName' | 'displayName',
    label: string,
    autoComplete: string,
  ) => (
    <Field label={label} hint={formatCharacterCount(values[key], MAX_NAME)}>
      <TextInput
        value={values[key]}
        maxLength={MAX_NAME}
        autoComplete={autoComplete}
        onChange={(event) => set(key, event.target.value)}
      />
    </Field>
  );
  const renderSelect = (
    key: 'specialty' | 'tradingStyle' | 'timezone',
    label: string,
    options: readonly string[],
  ) => (
    <Field label={label}>
      <Select
        value={values[key]}
        onChange={(event) => set(key, event.target.value)}
        options={toOptions(options)}
      >
        <option value="">Not set</option>
      </Select>
    </Field>
  );
  const toProfile = (years: number): LocalProfile => {
    const { years: _, ...typed } = values;
    return {
      ...typed,
      firstName: typed.firstName.trim(),
      lastName: typed.lastName.trim(),
      displayName: typed.displayName.trim(),
      bio: typed.bio.trim(),
      specialty: typed.specialty.trim(),
      yearsExperience: years,
    };
  };

  return (
    <form
      aria-labelledby={heading}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (typedYears === null) {
          event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
          return;
        }
        onSave(toProfile(typedYears));
      }}
      className={`overflow-clip ${cardClass}`}
    >
      <div className="grid gap-5 p-4.5 sm:p-7 max-lg:[&_:is(input,select,textarea,button)]:scroll-mb-36">
        <h2 id={heading} className="text-xl">
          Edit Profile
        </h2>
        <PictureField
          name={formatName(values)}
          image={values.profileImage}
          onChange={(image) => set('profileImage', image)}
        />
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          {renderNameField('firstName', fieldLabel('first_name', role), 'given-name')}
          {renderNameField('lastName', fieldLabel('last_name', role), 'family-name')}
        </div>
        {renderNameField('displayName', fieldLabel('display_name', role), 'nickname')}
        <Field label={fieldLabel('bio', role)} hint={formatCharacterCount(values.bio, MAX_BIO)}>
          <TextArea
            rows={BIO_ROWS}
            maxLength={MAX_BIO}
            value={values.bio}
            onChange={(event) => set('bio', event.target.value)}
          />
        </Field>
        {role === 'customer' && (
          <Field
            label={fieldLabel('specialty', role)}
            hint={formatCharacterCount(values.specialty, MAX_SPECIALTY)}
          >
            <TextArea
              rows={INTERESTS_ROWS}
              maxLength={MAX_SPECIALTY}
              placeholder="What do you trade, or want to learn?"
              value={values.specialty}
              onChange={(event) => set('specialty', event.target.value)}
            />
          </Field>
        )}
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          {role === 'educator' &&
            renderSelect('specialty', fieldLabel('specialty', role), educatorSpecialties)}
          <Field
            label={fieldLabel('years_experience', role)}
            hint={typedYears === null ? null : `A whole number from 0 to ${MAX_YEARS_EXPERIENCE}`}
            error={typedYears === null ? YEARS_ERROR : null}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              className="tabular-nums"
              value={values.years}
              onChange={(event) => set('years', event.target.value)}
              onBlur={() => typedYears !== null && set('years', String(typedYears))}
            />
          </Field>
          {renderSelect('tradingStyle', fieldLabel('trading_style', role), tradingStyles)}
          {renderSelect('timezone', fieldLabel('timezone', role), timezones)}
        </div>
        {role === 'educator' && (
          <div className="border-t border-line-soft pt-3">
            <Switch
              label={fieldLabel('is_public', role)}
              checked={values.isPublic}
              onChange={(checked) => set('isPublic', checked)}
            />
            <p className="text-sm text-muted">
              Customers can see your public profile. Your email stays private.
            </p>
          </div>
        )}
      </div>
      <div className="sticky bottom-(--dock) flex gap-3 border-t border-line-soft bg-sunken p-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:static sm:justify-end sm:px-7">
        <Button size="l" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="l" className="min-w-0 flex-1 sm:flex-none sm:px-9">
          Save
        </Button>
      </div>
    </form>
  );
};
