import { changeEmail } from '../../contract/account-links.ts';
import { deleteOwnAccount, exportOwnData } from '../../contract/own-data.ts';
import { type FakeAccount, invalid } from './fake-account.ts';

/** The address and the data of an account on a fake server, and its end. */
export class FakeOwnData {
  /** Whether a new address is confirmed by a link. */
  sendsMail = false;
  /** Addresses of other accounts. */
  readonly taken = new Set<string>();

  constructor(account: FakeAccount) {
    account.on(changeEmail, ({ body }) => {
      account.assertConfirmed();
      const email = body.email.trim().toLowerCase();
      if (!/^[^@\s]+@[^@\s]+[.][^@\s]+$/.test(email)) throw invalid({ email: 'Not a valid email address' });
      if (email === account.user.email) throw invalid({ email: 'This is your address already' });
      if (!this.sendsMail && this.taken.has(email)) throw invalid({ email: "This address can't be used" });
      account.record(this.sendsMail ? 'email_change_requested' : 'email_changed');
      if (!this.sendsMail) account.user = { ...account.user, email };
      return { changed: !this.sendsMail };
    });
    account.on(exportOwnData, () => {
      account.assertConfirmed();
      account.record('data_exported');
      const { id, email, firstName, lastName } = account.user;
      const person = { id, email, first_name: firstName, last_name: lastName };
      return { exported_at: new Date().toISOString(), person, tables: {}, withheld: [] };
    });
    account.on(deleteOwnAccount, () => {
      account.assertConfirmed();
      account.endSessions(() => true);
      return { success: true as const };
    });
  }
}
