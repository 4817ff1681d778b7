import type { Command } from './command.ts';
import { usersAddCommand } from './users-add.ts';
import { usersDeleteCommand } from './users-delete.ts';
import { usersDisableCommand, usersEnableCommand } from './users-disable.ts';
import { usersListCommand } from './users-list.ts';
import { usersResetPasswordCommand } from './users-reset-password.ts';
import { verifyLedgerCommand } from './verify-ledger.ts';

/** Every command, in the order of the list. */
export const commands: readonly Command[] = [
  usersAddCommand,
  usersListCommand,
  usersDisableCommand,
  usersEnableCommand,
  usersResetPasswordCommand,
  usersDeleteCommand,
  verifyLedgerCommand,
];
