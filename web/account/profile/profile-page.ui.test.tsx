import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { currentUser, logout } from '../../../contract/account/auth.ts';
import {
  createUserProfile,
  deleteProfileImage,
  getUserProfile,
  putProfileImage,
  updateCurrentUser,
  updateUserProfile,
} from '../../../contract/account/profiles.ts';
import { readStored } from '../../shared/storage/local-store.ts';
import { clearSession, storeSignIn } from '../../shared/storage/session-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { findViolations } from '../../testing/axe.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { FakeIdeas, newId } from '../../testing/fake-ideas.ts';
import { FakeProfile } from '../../testing/fake-profile.ts';
import { createPicture } from '../../testing/fake-xhr.ts';
import { expectFocus, press, tabTo, type, use } from '../../testing/keyboard.ts';
import { customer, educator, openApp, type phone, reloadApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, toast } from '../../testing/page.ts';
import { sendProfile } from './profile-sync.ts';

/** SPEC §2 and §3: the profile page of both roles. */
let own: FakeProfile;
beforeEach(() => {
  new FakeIdeas(server());
  server().on(logout, () => ({ success: true as const }));
});

const reader = { ...customer, id: newId() };
const author = { ...educator, id: newId() };
const asReader = async () => {
  own = new FakeProfile(server(), reader);
  await openApp('/customer/profile', { as: reader });
  await expectShown(editButton());
};
const asEducator = async (size?: typeof phone) => {
  own = new FakeProfile(server(), author);
  await openApp('/educator/profile', { as: author, ...(size && { size }) });
  await expectShown(editButton());
};

const main = () => page.getByRole('main');
const button = (name: string) => main().getByRole('button', { name, exact: true });
const editButton = () => button('Edit Profile');
const field = (label: string) => main().getByLabelText(label);
const save = async () => {
  await button('Save').click();
  await expectShown(toast('Profile saved', 'Your profile has been saved successfully.'));
};
/** What the view shows beside a label. */
const shown = (label: string) =>
  main()
    .getByCss('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByRole('definition')
    .first();
const expectValue = (label: string, text: string) => expect.element(shown(label)).toHaveTextContent(text);
const unsentNotice = () => main().getByText('Saved on this device');
const waitUntilSent = () => expect.poll(() => readStored(storageKeys.profileUnsent(own.user.id))).toEqual([]);
const avatarInBar = () => page.getByRole('button', { name: 'Your account' }).getByCss('img');
/** The picture that was sent. */
const readPicture = () => {
  const [call] = server().callsOf(putProfileImage);
  return (call!.body as unknown as FormData).get('file') as File;
};
const bodies = () =>
  server()
    .callsOf(updateUserProfile)
    .map(({ body }) => body);

describe("a customer's profile", () => {
  beforeEach(asReader);

  it('is edited, cancelled and saved; years that are no number become 0 (§2.90, §3.15, §4.26, §5.15, §8.12, §9.6)', async () => {
    await expectGone(page.getByText('Trading Profile'));
    await editButton().click();
    const interests = field('Trading Interests');
    await expect.element(interests).toHaveAttribute('rows', '2');
    await expect.element(field('Bio')).toHaveAttribute('rows', '4');
    // Only educators have a public profile.
    await expectGone(page.getByRole('switch', { name: 'Public profile' }));
    await interests.fill('never kept');
    await button('Cancel').click();
    await expectValue('Trading Interests', 'Not set');

    await editButton().click();
    await expect.element(interests).toHaveValue('');
    await interests.fill('Gold before noon');
    await field('Years of experience').fill('many');
    await field('Bio').fill('x'.repeat(1000));
    await userEvent.type(field('Bio'), 'y');
    await expectShown(page.getByText('1000 / 1000'));
    await field('Timezone').selectOptions('UTC+8 Singapore');
    await field('Trading style').selectOptions('Scalping');
    expect(await findViolations()).toEqual([]);
    await save();
    await expectValue('Trading Interests', 'Gold before noon');
    await expectValue('Years of experience', 'Not set');
    await waitUntilSent();
    expect(own.row).toMatchObject({
      specialty: 'Gold before noon',
      years_experience: 0,
      timezone: 'UTC+8 Singapore',
      trading_style: 'Scalping',
      bio: 'x'.repeat(1000),
    });
    await expectGone(unsentNotice());
  });

  it('is left by the link to the dashboard, and by Logout (§2.89, §4.35)', async () => {
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect.poll(() => location.pathname).toBe('/customer/dashboard');
    history.back();
    await button('Logout').click();
    await expect.poll(() => location.pathname).toBe('/login');
    expect(localStorage.getItem('currentUser')).toBeNull();
    // Nothing of it is left for the next person.
    expect(localStorage.getItem(storageKeys.localProfile(reader.id).name)).toBeNull();
  });

  it('ends the session on the server when the network is back, after Logout without it', async () => {
    server().setOffline(true);
    await button('Logout').click();
    await expect.poll(() => location.pathname, { timeout: 15_000 }).toBe('/login');
    expect(readStored(storageKeys.sessionToken)).toBeNull();
    // The next person signs in first.
    storeSignIn('next', customer);
    server().on(logout, ({ headers }) => {
      if (headers.get('authorization') === 'Bearer token') throw new Refusal('SESSION_ENDED');
      return { success: true as const };
    });
    server().setOffline(false);
    await expect.poll(() => server().callsOf(logout).length).toBe(1);
    await expect.poll(() => readStored(storageKeys.unsentSignOut)).toBeNull();
    expect(readStored(storageKeys.sessionToken)).toBe('next');
  });

  it('sends only what was changed, so what another device wrote stays (§3.16)', async () => {
    await editButton().click();
    await field('Display name').fill('All the way');
    // Another device creates the profile meanwhile.
    const { row } = await createElsewhere({ bio: 'From the other device' });
    expect(row?.bio).toBe('From the other device');
    await save();
    await waitUntilSent();
    expect(bodies()).toEqual([{ display_name: 'All the way' }]);
    expect(own.row).toMatchObject({ display_name: 'All the way', bio: 'From the other device' });
    expect(own.user.fullName).toBe('All the way');
    await expectValue('Bio', 'From the other device');
  });

  it('is edited with the keyboard alone without losing the focus', async () => {
    const picture = field('Add a picture');
    await use(editButton());
    await expectFocus(picture);
    await tabTo(field('Bio'));
    await type('never kept');
    await use(button('Cancel'));
    await expectFocus(editButton());
    await expectValue('Bio', 'Not set');

    await press('Enter');
    await expectFocus(picture);
    await userEvent.upload(picture, await createPicture(200, 200));
    await use(button('Remove picture'));
    await expectGone(button('Remove picture'));
    await expectFocus(picture);
    await tabTo(field('Bio'));
    await type('By keys');
    await tabTo(field('Trading style'));
    await press('ArrowDown');
    await use(button('Save'));
    await expectFocus(editButton());
    await expectValue('Bio', 'By keys');
    await expectValue('Trading style', 'Scalping');
    await waitUntilSent();
    await expectFocus(editButton());
    expect(own.row).toMatchObject({ bio: 'By keys', trading_style: 'Scalping' });
  });
});

const createElsewhere = async (changes: object) => {
  own.row = {
    user_id: own.user.id,
    role: own.user.role,
    first_name: own.user.firstName,
    last_name: own.user.lastName,
    display_name: '',
    bio: '',
    specialty: '',
    years_experience: 0,
    trading_style: '',
    timezone: '',
    is_public: true,
    updated_at: '2026-11-20T09:00:00.000Z',
    ...changes,
  };
  return own;
};

describe("an educator's profile", () => {
  it('opens from the avatar menu and shows the Trading Profile once all fields are valid (§2.91)', async () => {
    own = new FakeProfile(server(), author);
    await openApp('/educator/ideas', { as: author });
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Profile', exact: true }).click();
    await page.getByRole('link', { name: 'Full profile' }).click();
    await expectShown(main().getByRole('heading', { name: 'Trading Profile' }));
    await expectValue('Account Status', 'Active');
    await expectGone(shown('Experience'));
    await editButton().click();
    const specialties = field('Specialty').getByRole('option');
    await expect
      .poll(() => specialties.elements().map(({ textContent }) => textContent))
      .toEqual([
        'Not set',
        'Forex Trading',
        'Cryptocurrency',
        'Options Trading',
        'Day Trading',
        'Swing Trading',
        'Technical Analysis',
        'Fundamental Analysis',
      ]);
    const years = field('Years of experience');
    await years.fill('51');
    await field('Trading style').selectOptions('Swing Trading');
    await field('Display name').fill('Iris of the Swifts');
    await button('Save').click();
    await expectShown(main().getByRole('alert').filter({ hasText: 'a whole number from 0 to 50' }));
    await expect.element(years).toHaveFocus();
    await expect.element(years).toHaveValue('51');
    await years.fill('50');
    await save();
    await expectValue('Experience', '50 years');
    await expectValue('Trading Style', 'Swing Trading');
    await waitUntilSent();
    expect(own.user.fullName).toBe('Iris of the Swifts');
    expect(own.row).toMatchObject({ years_experience: 50, display_name: 'Iris of the Swifts' });
  });

  it('scrolls a wrong field out from behind the buttons of a phone', async () => {
    await asEducator({ width: 360, height: 740 });
    await editButton().click();
    const years = field('Years of experience');
    await years.fill('51');
    const input = years.element();
    scrollBy(0, input.getBoundingClientRect().top - innerHeight + 60);
    await button('Save').click();
    const isUncovered = () => {
      const { left, bottom } = input.getBoundingClientRect();
      return document.elementFromPoint(left + 20, bottom - 4) === input;
    };
    await expect.poll(isUncovered).toBe(true);
    await expect.element(years).toHaveFocus();
  });

  it('gets a square picture, also in the header, which can be removed', async () => {
    await asEducator();
    await editButton().click();
    await userEvent.upload(field('Add a picture'), await createPicture(900, 600));
    await expectShown(page.getByText('Change picture'));
    await save();
    await expect
      .element(avatarInBar())
      .toHaveAttribute('src', expect.stringMatching(/^\/media\/[0-9a-f]{32}\.jpg$/));
    const { width, height } = await createImageBitmap(readPicture());
    expect([width, height]).toEqual([512, 512]);
    // Nothing else was changed.
    expect(server().callsOf(createUserProfile)).toEqual([]);
    expect(server().callsOf(updateCurrentUser)).toEqual([]);

    await editButton().click();
    await userEvent.upload(field('Change picture'), new File(['me'], 'me.txt', { type: 'text/plain' }));
    const refusal = main().getByRole('alert').getByText('Please upload only image files');
    await expectShown(refusal);
    await expect.element(field('Change picture')).toBeInvalid();
    await userEvent.upload(field('Change picture'), await createPicture());
    await expectGone(refusal);
    await button('Remove picture').click();
    await save();
    await expectGone(avatarInBar());
    await waitUntilSent();
    expect(own.user.profileImage).toBeNull();
  });
});

describe('a profile that could not be sent', () => {
  beforeEach(asReader);
  const editBio = async (bio: string) => {
    await editButton().click();
    await field('Bio').fill(bio);
    await save();
    await expectValue('Bio', bio);
  };

  it('is saved on this device, and sent from any page when the network returns (§3.16)', async () => {
    server().setOffline(true);
    await editBio('Written in a tunnel');
    await expectShown(unsentNotice());
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    expect(own.row).toBeNull();
    server().setOffline(false);
    await expect.poll(() => own.row?.bio).toBe('Written in a tunnel');
    await waitUntilSent();
  });

  it('is sent when the app starts again', async () => {
    const { repair } = server().fail(updateUserProfile);
    await editBio('Written in a tunnel');
    await expectShown(unsentNotice());
    repair();
    history.replaceState(null, '', '/customer/dashboard');
    reloadApp();
    await expect.poll(() => own.row?.bio).toBe('Written in a tunnel');
  });

  it('says why the server refused it, and is sent again on request', async () => {
    const { repair } = server().fail(updateUserProfile, new Refusal('FORBIDDEN'));
    await editBio('Written in a storm');
    await expectShown(unsentNotice());
    await expectShown(main().getByText(/permission/i));
    repair();
    await button('Send again').click();
    await expectGone(unsentNotice());
    expect(own.row).toMatchObject({ bio: 'Written in a storm' });
  });

  it('is sent after an earlier save that is still under way', async () => {
    await createElsewhere({});
    const first = server().hold(updateUserProfile);
    await editBio('Earlier');
    await first.asked;
    await editBio('Later');
    expect(bodies()).toEqual([{ bio: 'Earlier' }]);
    first.release();
    await waitUntilSent();
    expect(bodies()).toEqual([{ bio: 'Earlier' }, { bio: 'Later' }]);
    expect(own.row?.bio).toBe('Later');
  });

  it('stays for its owner after a sign-out', async () => {
    server().setOffline(true);
    await editBio('Written in a tunnel');
    await expectShown(unsentNotice());
    clearSession();
    await expect.poll(() => location.pathname).toBe('/login');
    server().setOffline(false);
    await openApp('/customer/dashboard', { as: reader });
    await expect.poll(() => own.row?.bio).toBe('Written in a tunnel');
  });

  it.each([updateUserProfile, updateCurrentUser, putProfileImage, deleteProfileImage])(
    'changes nothing for the next person who signs in during $method $path',
    async (during) => {
      await createElsewhere({});
      const isRemoval = during === deleteProfileImage;
      if (isRemoval) {
        own.user = { ...own.user, profileImage: '/media/0000000000000000000000000000000a.jpg' };
        storeSignIn('token', own.user);
      }
      const held = server().hold(during as typeof updateUserProfile);
      await editButton().click();
      await field('Display name').fill('Ada New');
      if (isRemoval) await button('Remove picture').click();
      else await userEvent.upload(field('Add a picture'), await createPicture());
      await button('Save').click();
      await held.asked;
      const next = { ...customer, id: newId(), fullName: 'Bo Stone' };
      server().on(currentUser, () => next);
      server().on(getUserProfile, () => {
        throw new Refusal('PGRST116');
      });
      clearSession();
      storeSignIn('next-token', next);
      const before = calls();
      held.release();
      // Runs after the one that is under way.
      await sendProfile(reader.id);
      expect(calls()).toEqual(before);
      expect(readStored(storageKeys.currentUser)).toEqual(next);
      expect(readStored(storageKeys.profileUnsent(reader.id))).toEqual(['display_name', 'profile_image']);
    },
  );
});

/** Who sent what so far. */
const calls = () =>
  [updateUserProfile, updateCurrentUser, putProfileImage, deleteProfileImage].flatMap((route) =>
    server()
      .callsOf(route as typeof updateUserProfile)
      .map(({ headers }) => `${route.method} ${route.path} ${headers.get('authorization')}`),
  );
