import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { currentUser, login, logout } from '../../../contract/account/auth.ts';
import { addReadingState } from '../../../contract/ideas/reading.ts';
import { uploadMedia } from '../../../contract/media/media.ts';
import { createIdea } from '../../../contract/publishing/idea-writing.ts';
import { fillForm, ideaForm, publishButton, typedIdea } from '../../testing/educator-form.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { createPicture } from '../../testing/fake-xhr.ts';
import { customer, educator, openApp, reloadApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, readTexts } from '../../testing/page.ts';

/** SPEC §4: what a sign-in, a sign-out and the end of a session leave behind. */
const PASSWORD = 'teach-to-trade';
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server(), [{}]);
  server().on(logout, () => ({ success: true as const }));
  server().on(login, ({ body }) => {
    if (body.password !== PASSWORD) throw new Refusal('BAD_CREDENTIALS');
    server().on(currentUser, () => educator);
    return { sessionToken: 'new', browserToken: 'b'.repeat(43), user: educator };
  });
});

const signIn = async (password = PASSWORD) => {
  await page.getByLabelText('Email').fill(educator.email);
  await page.getByLabelText('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Access Educator Portal' }).click();
};
const loginHeading = () => page.getByRole('heading', { level: 1, name: 'Login', exact: true });
const notice = () => page.getByRole('alert').filter({ hasText: 'Your session has ended.' });
/** All that the notice says, without its link. */
const expectText = (text: string) =>
  expect.poll(() => readTexts(notice().getByRole('paragraph'))).toEqual([text]);

const logOut = async () => {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
};

it('names the session that the browser had to the server at a sign-in, also after a failed attempt', async () => {
  await openApp('/chartlark-staff');
  await signIn('a guess');
  await expectShown(page.getByRole('alert').getByText('Invalid email or password'));
  expect(localStorage.getItem('sessionToken')).toBeNull();
  await signIn();
  await expect.poll(() => location.pathname).toBe('/educator/dashboard');
  expect(
    server()
      .callsOf(login)
      .map(({ body }) => body.replacedSessionToken),
  ).toEqual(['token', 'token']);
  expect(localStorage.getItem('sessionToken')).toBe('new');
});

it('removes at a sign-out the account size and the levels that a customer read', async () => {
  const stored = () => Object.keys(localStorage).map((name) => name.split(':')[0]);
  await openApp('/customer/forex');
  await expect.poll(stored).toContain('reading');
  localStorage.setItem(`positionSize:${customer.id}`, '{"account":"10000","riskPercent":"1"}');
  await logOut();
  await expectShown(loginHeading());
  await expect.poll(stored).not.toContain('sessionToken');
  for (const name of ['reading', 'positionSize']) expect(stored()).not.toContain(name);
  expect(stored()).toContain('viewedTradeIdeas');
});

describe('an ended session', () => {
  const openForm = async () => {
    await openApp('/educator/ideas/new', { as: educator });
    await fillForm({ ...typedIdea, Notes: 'typed before the session ended' });
  };

  it('is announced on the login without toasts', async () => {
    await openForm();
    server().fail(createIdea, new Refusal('SESSION_ENDED'));
    await publishButton().click();
    await expectShown(notice());
    expect(location.pathname).toBe('/login');
    await expectText('Your session has ended. Please sign in again. Nothing was sent. Your draft is saved.');
    expect(page.getByText('Trade Idea Creation Failed').query()).toBeNull();
  });

  it('is announced on both logins until the next sign-in, and the draft is there again', async () => {
    await openForm();
    server().fail(createIdea, new Refusal('SESSION_ENDED'));
    await publishButton().click();
    await notice().getByRole('link', { name: 'Go to educator login' }).click();
    await expectShown(page.getByRole('heading', { name: 'Educator Login' }));
    await expectShown(notice());
    await expectGone(notice().getByRole('link'));
    await signIn();
    await expect.poll(() => location.pathname).toBe('/educator/ideas/new');
    await expect.element(ideaForm().getByLabelText('Pair').first()).toHaveValue(typedIdea.Pair);
    await logOut();
    await expectShown(loginHeading());
    reloadApp();
    await expectShown(loginHeading());
    await expectGone(notice());
  });

  it('is announced after a refused upload', async () => {
    await openForm();
    server().on(uploadMedia, () => {
      throw new Refusal('SESSION_ENDED');
    });
    await ideaForm()
      .getByLabelText('Add photos')
      .upload(await createPicture());
    await expectText('Your session has ended. Please sign in again. Nothing was sent. Your draft is saved.');
  });

  it('does not say that nothing was sent when only reading was noted, which stays queued', async () => {
    server().fail(addReadingState, new Refusal('SESSION_ENDED'));
    await openApp('/customer/forex');
    await expectText('Your session has ended. Please sign in again.');
    expect(localStorage.getItem(`unsentReading:${customer.id}`)).toContain([...ideas.rows.keys()][0]);
  });
});
