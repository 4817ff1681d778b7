import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { logout } from '../../../contract/account/auth.ts';
import { createUserProfile } from '../../../contract/account/profiles.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { FakeIdeas, newId } from '../../testing/fake-ideas.ts';
import { FakeProfile } from '../../testing/fake-profile.ts';
import { expectFocus, press, tabTo, type, use } from '../../testing/keyboard.ts';
import { educator, openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, toast } from '../../testing/page.ts';

/** SPEC §2: the profile dialog in the educator's navigation. */
let own: FakeProfile;
beforeEach(async () => {
  const user = { ...educator, id: newId() };
  new FakeIdeas(server());
  own = new FakeProfile(server(), user);
  await openApp('/educator/ideas', { as: user });
});

const account = () => page.getByRole('button', { name: 'Your account' });
const entry = () => page.getByRole('menuitem', { name: 'Profile' });
const dialog = () => page.getByRole('dialog', { name: 'Profile', exact: true });
const name = () => dialog().getByLabelText('Name');
const bio = () => dialog().getByLabelText('Bio');
const button = (text: string) => dialog().getByRole('button', { name: text, exact: true });
const open = async () => {
  await account().click();
  await entry().click();
  await expectShown(name());
};

it('shows name, title Educator and bio, and saves them to the profile (§2.24)', async () => {
  await open();
  await expectShown(dialog().getByText('Educator', { exact: true }));
  await expect.element(name()).toHaveAttribute('maxlength', '100');
  await expect.element(bio()).toHaveAttribute('maxlength', '1000');
  await name().fill('  Robin of the Reeds ');
  await bio().fill('y'.repeat(1000));
  await expectShown(dialog().getByText('1000 / 1000'));
  await button('Save Profile').click();
  await expectShown(toast('Profile updated'));
  await expectGone(dialog());
  expect(own.row).toMatchObject({ display_name: 'Robin of the Reeds', bio: 'y'.repeat(1000) });
  await expect.poll(() => own.user.fullName).toBe('Robin of the Reeds');
  // The menu names the account.
  await account().click();
  await expectShown(page.getByRole('menu').getByText('Robin of the Reeds'));
});

it('works with the keyboard alone, and keeps what was typed when it is closed, until it is discarded', async () => {
  await use(account());
  await expectFocus(entry());
  await press('Enter');
  await expectShown(name());
  await tabTo(bio());
  await type('By keys');
  await press('Escape');
  await expectGone(dialog());
  await expectFocus(account());
  await press('Enter');
  await expectFocus(entry());
  await press('Enter');
  await expect.element(bio()).toHaveValue('By keys');
  await use(button('Discard changes'));
  await expect.element(bio()).toHaveValue('');
  await expect.element(name()).toHaveValue('Daniel Brandt');
  await tabTo(name(), 'back');
  await press('ControlOrMeta+A');
  await type('Sent with Enter');
  await press('Enter');
  await expectShown(toast('Profile updated'));
  await expectGone(dialog());
  await expectFocus(account());
  expect(own.row).toMatchObject({ display_name: 'Sent with Enter' });
});

it('moves the focus in before the first frame, so that Tab never walks through the page behind', async () => {
  await use(account());
  await expectFocus(entry());
  // On a busy machine a frame is drawn late.
  const held: FrameRequestCallback[] = [];
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => held.push(run));
  await press('Enter');
  await expect.element(name()).toBeInTheDocument();
  for (let stop = 0; stop < 3; stop++) {
    await press('Tab');
    expect(dialog().element().contains(document.activeElement)).toBe(true);
  }
  frames.mockRestore();
  for (const run of held) requestAnimationFrame(run);
  await press('Escape');
  await expectGone(dialog());
  await expectFocus(account());
});

it('says that a profile is saved on this device when there is no network', async () => {
  await open();
  server().setOffline(true);
  await bio().fill('Written in a tunnel');
  await button('Save Profile').click();
  await expectShown(toast('Profile updated', "Saved on this device. Syncs when you're online."));
  await expectGone(dialog());
  await open();
  await expect.element(bio()).toHaveValue('Written in a tunnel');
});

it('keeps the input when the server rejects it, and shows the reason in the dialog', async () => {
  await open();
  const { repair } = server().fail(createUserProfile, new Refusal('FORBIDDEN'));
  await bio().fill('Written in a storm');
  await button('Save Profile').click();
  await expectShown(
    dialog()
      .getByRole('alert')
      .getByText(/Saved on this device/),
  );
  await expect.element(bio()).toHaveValue('Written in a storm');
  await expectGone(page.getByText('Profile updated'));
  repair();
  await button('Save Profile').click();
  await expectShown(toast('Profile updated'));
  expect(own.row).toMatchObject({ bio: 'Written in a storm' });
});

it('logs out (§2.24)', async () => {
  server().on(logout, () => ({ success: true as const }));
  await open();
  await button('Log out').click();
  await expect.poll(() => location.pathname).toBe('/login');
  expect(localStorage.getItem('sessionToken')).toBeNull();
});
