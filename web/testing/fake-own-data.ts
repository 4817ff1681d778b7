import { changeEmail } from '../../contract/account/account-links.ts';
import { deleteOwnAccount, exportOwnData } from '../../contract/account/own-data.ts';
import { type FakeAccount, invalid } from './fake-account.ts';

/** The address and the data of an account on a fake server, and its end. */
export class FakeOwnData {
  /** Whether the server sends mail: only the operator changes addresses otherwise. */
  sendsMail = true;

  constructor(account: FakeAccount) {
    account.on(changeEmail, ({ body }) => {
      if (!this.sendsMail) throw invalid({ email: 'Only the operator can change it' });
      const email = body.email.trim().toLowerCase();
      if (!/^[^@\s]+@[^@\s]+[.][^@\s]+$/.test(email)) throw invalid({ email: 'Not a valid email address' });
      account.assertConfirmed();
      if (email === account.user.email) throw invalid({ email: 'This is your address already' });
      account.record('email_change_requested');
      return { success: true as const };
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
