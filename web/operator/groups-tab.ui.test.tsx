import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { actOnDestination, addDestination, listDestinations } from '../../contract/operator/system.ts';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { watchCopying } from '../testing/clipboard.ts';
import { Refusal } from '../testing/fake-api.ts';
import { FakeOperator } from '../testing/fake-operator.ts';
import { expectFocus, use } from '../testing/keyboard.ts';
import { phone, server } from '../testing/open-app.tsx';
import { button, confirm, LONG_NAME, rows, visitOperator } from '../testing/operator-page.ts';
import { expectGone, expectNoOverflow, expectShown, toast } from '../testing/page.ts';

let operator: FakeOperator;
beforeEach(() => {
  operator = new FakeOperator(server());
});

const field = (name: string) => page.getByLabelText(name, { exact: true });
const sentBody = () => server().callsOf(addDestination).at(-1)?.body;

describe('a group', () => {
  it('is tested, paused, resumed and, after asking, removed', async () => {
    operator.addDestination({ name: 'Main' });
    await visitOperator(operator, 'groups');
    await button('Test Main').click();
    await expectShown(toast('Test posted', 'Main'));
    await button('Pause Main').click();
    await expectShown(rows('Groups').getByText('Paused'));
    await button('Resume Main').click();
    await expectShown(rows('Groups').getByText('Active'));
    await button('Remove Main').click();
    await confirm('Cancel').click();
    expect(operator.destinations).toHaveLength(1);
    await button('Remove Main').click();
    await confirm('Remove').click();
    await expectShown(page.getByText('No groups yet'));
    const actions = server()
      .callsOf(actOnDestination)
      .map(({ body }) => body.action);
    expect(actions).toEqual(['test', 'pause', 'resume', 'remove']);
  });

  it('says what is posted there, and why not', async () => {
    operator.addDestination({
      name: 'Main',
      kind: 'slack',
      target: 'hooks.slack.com',
      educators: ['1', '3'],
      showsLevels: false,
      state: 'disabled',
      reason: 'channel archived',
      failingSince: '2024-02-03T10:00:00.000Z',
    });
    await visitOperator(operator, 'groups');
    for (const text of [
      'Disabled',
      'Slack · hooks.slack.com',
      'New ideas, Results · Forex · Educators 1, 3 · Without levels',
      /Channel archived · Failing since .*Feb 2024/,
    ])
      await expectShown(rows('Groups').getByText(text));
  });

  it('says why a test did not arrive', async () => {
    operator.addDestination({ name: 'Main' });
    await visitOperator(operator, 'groups');
    server().fail(
      actOnDestination,
      new Refusal('INVALID_REQUEST', { fields: { action: 'Not posted: no answer.' } }),
    );
    await button('Test Main').click();
    await expectShown(toast('Error', 'Not posted: no answer.'));
  });

  it('with a long name fits a phone, without violations in both themes', async () => {
    operator.addDestination({ name: LONG_NAME, target: LONG_NAME, state: 'key missing' });
    await visitOperator(operator, 'groups', phone);
    await expectShown(rows('Groups').getByText(LONG_NAME).first());
    await expectNoOverflow();
    expect(await findViolationsInBothThemes()).toEqual([]);
  });

  it('comes with a Retry when the list could not be loaded', async () => {
    operator.addDestination({ name: 'Main' });
    server().failUntilPressed(listDestinations);
    await visitOperator(operator, 'groups');
    await expectShown(page.getByText('Failed to load the groups'));
    await button('Retry').click();
    await expectShown(rows('Groups').getByText('Main'));
  });
});

describe('the form', () => {
  it('adds a group of Telegram with what is wanted, and hides the token', async () => {
    await visitOperator(operator, 'groups');
    await use(button('Add group'));
    await expectFocus(field('Name'));
    await field('Name').fill('Main');
    await field('Chat').fill('@my_group');
    await field('Token of the bot').fill('123:abc');
    await expect.element(field('Token of the bot')).toHaveAttribute('type', 'password');
    await field('Changes').click();
    await field('Crypto').click();
    await field('Educator 2').click();
    await page.getByRole('switch', { name: 'With levels' }).click();
    await button('Add group').click();
    await expectShown(rows('Groups').getByText('Main'));
    expect(sentBody()).toEqual({
      kind: 'telegram',
      name: 'Main',
      chat: '@my_group',
      secret: '123:abc',
      events: ['published', 'step', 'closed'],
      markets: ['Forex'],
      educators: ['1', '3', '4', '5', '6', '7'],
      showsLevels: false,
    });
    for (const name of ['Name', 'Chat', 'Token of the bot'])
      await expect.element(field(name)).toHaveValue('');
  });

  it('shows the signing key of a webhook once, to be copied', async () => {
    const copied = watchCopying();
    await visitOperator(operator, 'groups');
    await field('Kind').selectOptions('Webhook');
    await expectGone(field('Chat'));
    await field('Name').fill('Desk');
    await field('Address of the webhook').fill('https://desk.example.org/hooks');
    await button('Add group').click();
    const key = `whsec_${'1'.repeat(44)}`;
    await expectShown(page.getByText(key));
    expect(sentBody()).toMatchObject({ kind: 'webhook', educators: null });
    expect(sentBody()).not.toHaveProperty('chat');
    await button('Copy').click();
    await expect.poll(copied).toBe(key);
    await button('I have saved it').click();
    await expectGone(page.getByText(key));
  });

  it('says what is missing and keeps what was typed', async () => {
    server().refuseInvalid(addDestination);
    await visitOperator(operator, 'groups');
    await field('Name').fill('Main');
    await field('Chat').fill('@my_group');
    await field('Token of the bot').fill('123:abc');
    for (const name of ['Forex', 'Crypto']) await field(name).click();
    await button('Add group').click();
    await expectShown(page.getByText('Choose a market'));
    await field('Forex').click();
    operator.addDestination({ name: 'Main' });
    await button('Add group').click();
    await expectShown(page.getByText('There is already a destination "Main".'));
    await expect.element(field('Token of the bot')).toHaveValue('123:abc');
  });

  it('is replaced by the reason where nothing can be posted', async () => {
    operator.outwardProblem = 'OUTWARD_KEY must be set: it encrypts tokens and addresses.';
    await visitOperator(operator, 'groups');
    await expectShown(page.getByText(operator.outwardProblem));
    await expectGone(button('Add group'));
  });
});
