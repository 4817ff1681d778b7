import {
  confirmTimeCode,
  getSecondFactor,
  RECOVERY_CODE_COUNT,
  removeTimeCode,
  renewRecoveryCodes,
  startTimeCode,
} from '../../contract/account/second-factor.ts';
import type { FakeAccount } from './fake-account.ts';
import { Refusal } from './fake-api.ts';

const WRONG_CODE =
  "That code isn't right. Use the newest code of the entry you added last, and check your phone's clock";

/** An educator's codes from an app. The app shows `code` all the time. */
export class FakeSecondFactor {
  code = '123456';
  isOn = false;
  recoveryCodes: string[] = [];
  readonly #account: FakeAccount;
  readonly #isRequired: boolean;
  #made = 0;

  constructor(account: FakeAccount, isRequired = false) {
    this.#account = account;
    this.#isRequired = isRequired;
    this.#setOn(false);
    const assertOff = () => {
      account.assertConfirmed();
      if (this.isOn) throw new Refusal('SECOND_FACTOR_EXISTS');
    };
    const assertOn = () => {
      account.assertConfirmed();
      if (!this.isOn) throw new Refusal('NOT_FOUND');
    };
    account.on(getSecondFactor, () => ({
      timeCode: this.isOn,
      recoveryCodesLeft: this.recoveryCodes.length,
    }));
    account.on(startTimeCode, () => {
      assertOff();
      return {
        secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
        uri: 'otpauth://totp/Chartlark:ada?secret=ABCDEFGH',
      };
    });
    account.on(confirmTimeCode, ({ body }) => {
      assertOff();
      if (body.code !== this.code) throw new Refusal('INVALID_REQUEST', { fields: { code: WRONG_CODE } });
      this.#setOn(true);
      account.endSessions(({ current }) => !current);
      account.record('second_factor_added');
      return this.#makeRecoveryCodes();
    });
    account.on(renewRecoveryCodes, () => {
      assertOn();
      account.record('recovery_codes_renewed');
      return this.#makeRecoveryCodes();
    });
    account.on(removeTimeCode, () => {
      assertOn();
      this.#setOn(false);
      this.recoveryCodes = [];
      account.record('second_factor_removed');
      return { success: true as const };
    });
  }

  /** Switches the codes on, as on another device. */
  switchOn(): void {
    this.#setOn(true);
    this.#makeRecoveryCodes();
  }

  #setOn(isOn: boolean): void {
    this.isOn = isOn;
    const { mustAddSecondFactor: _, ...user } = this.#account.user;
    this.#account.user = this.#isRequired && !isOn ? { ...user, mustAddSecondFactor: true } : user;
  }

  #makeRecoveryCodes(): { recoveryCodes: string[] } {
    this.#made++;
    this.recoveryCodes = Array.from(
      { length: RECOVERY_CODE_COUNT },
      (_, index) =>
        `${String(this.#made).repeat(4)}-${String.fromCharCode(97 + index).repeat(4)}-wxyz-wxyz-wxyz-wxyz`,
    );
    return { recoveryCodes: this.recoveryCodes };
  }
}
