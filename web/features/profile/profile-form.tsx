import { useId } from 'react';
import {
  MAX_BIO,
  MAX_PROFILE_NAME,
  MAX_SPECIALTY,
  MAX_YEARS_EXPERIENCE,
  parseYears,
} from '../../../contract/profiles.ts';
import type { LocalProfile } from '../../shared/storage/storage-keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { TextArea, TextInput } from '../../shared/ui/text-input.tsx';
import { PictureField } from './picture-field.tsx';
import { BIO_ROWS, choices, fieldLabel, nameOf, usedOf } from './profile-model.ts';
import { useProfileDraft } from './use-profile-draft.ts';

/** SPEC §9. */
const INTERESTS_ROWS = 2;

type Texts = 'firstName' | 'lastName' | 'displayName' | 'bio' | 'specialty' | 'tradingStyle' | 'timezone';

/** Under which name what is typed here is kept. */
export const PROFILE_FORM = 'profile';

const Choice = ({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
}) => (
  <Field label={label}>
    <Select value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">Not set</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </Select>
  </Field>
);

/** Edit mode (SPEC §2): every field of the profile. Nothing is required; what is typed outlives a reload until Save or Cancel. */
export const ProfileForm = ({
  profile,
  autoFocus,
  onSave,
  onCancel,
}: {
  profile: LocalProfile;
  /** Its first field takes the focus. */
  autoFocus: boolean;
  onSave: (profile: LocalProfile) => void;
  onCancel: () => void;
}) => {
  const heading = useId();
  const { yearsExperience, ...texts } = profile;
  // As typed: what is no number becomes 0 when it is saved.
  const base = { ...texts, years: String(yearsExperience) };
  const { values, set, drop } = useProfileDraft(profile.userId, PROFILE_FORM, base);
  const { role } = profile;

  const name = (key: Texts, label: string, autoComplete: string) => (
    <Field label={label} hint={usedOf(values[key], MAX_PROFILE_NAME)}>
      <TextInput
        value={values[key]}
        maxLength={MAX_PROFILE_NAME}
        autoComplete={autoComplete}
        onChange={(event) => set(key, event.target.value)}
      />
    </Field>
  );
  const trimmed = (): LocalProfile => {
    const { years, ...typed } = values;
    return {
      ...typed,
      firstName: typed.firstName.trim(),
      lastName: typed.lastName.trim(),
      displayName: typed.displayName.trim(),
      bio: typed.bio.trim(),
      specialty: typed.specialty.trim(),
      yearsExperience: parseYears(years),
    };
  };

  return (
    <form
      aria-labelledby={heading}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        drop();
        onSave(trimmed());
      }}
      className="overflow-clip rounded-l border border-line-soft bg-surface shadow-lift"
    >
      <div className="grid gap-5 p-4.5 sm:p-7">
        <h2 id={heading} className="text-xl">
          Edit Profile
        </h2>
        <PictureField
          name={nameOf(values)}
          image={values.profileImage}
          autoFocus={autoFocus}
          onChange={(image) => set('profileImage', image)}
        />
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          {name('firstName', fieldLabel('first_name', role), 'given-name')}
          {name('lastName', fieldLabel('last_name', role), 'family-name')}
        </div>
        {name('displayName', fieldLabel('display_name', role), 'nickname')}
        <Field label={fieldLabel('bio', role)} hint={usedOf(values.bio, MAX_BIO)}>
          <TextArea
            rows={BIO_ROWS}
            maxLength={MAX_BIO}
            value={values.bio}
            onChange={(event) => set('bio', event.target.value)}
          />
        </Field>
        {role === 'customer' && (
          <Field label={fieldLabel('specialty', role)} hint={usedOf(values.specialty, MAX_SPECIALTY)}>
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
          {role === 'educator' && (
            <Choice
              label={fieldLabel('specialty', role)}
              options={choices.specialty}
              value={values.specialty}
              onChange={(value) => set('specialty', value)}
            />
          )}
          <Field
            label={fieldLabel('years_experience', role)}
            hint={`A whole number from 0 to ${MAX_YEARS_EXPERIENCE}`}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              className="tabular-nums"
              value={values.years}
              onChange={(event) => set('years', event.target.value)}
              onBlur={() => set('years', String(parseYears(values.years)))}
            />
          </Field>
          <Choice
            label={fieldLabel('trading_style', role)}
            options={choices.tradingStyle}
            value={values.tradingStyle}
            onChange={(value) => set('tradingStyle', value)}
          />
          <Choice
            label={fieldLabel('timezone', role)}
            options={choices.timezone}
            value={values.timezone}
            onChange={(value) => set('timezone', value)}
          />
        </div>
        <div className="border-t border-line-soft pt-3">
          <Switch
            label={fieldLabel('is_public', role)}
            checked={values.isPublic}
            onChange={(checked) => set('isPublic', checked)}
          />
          <p className="text-sm text-muted">
            {role === 'educator'
              ? 'Customers can see your public profile. Your email stays private.'
              : "Customers' profiles are not listed anywhere; only you see yours."}
          </p>
        </div>
      </div>
      <div className="sticky bottom-(--dock) flex gap-3 border-t border-line-soft bg-sunken p-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:static sm:justify-end sm:px-7">
        <Button
          size="l"
          onClick={() => {
            drop();
            onCancel();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="l" className="min-w-0 flex-1 sm:flex-none sm:px-9">
          Save
        </Button>
      </div>
    </form>
  );
};
