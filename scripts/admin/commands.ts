import type { Command } from './command.ts';
import { usersAddCommand } from './users-add.ts';
import { usersDeleteCommand } from './users-delete.ts';
import { usersDisableCommand, usersEnableCommand } from './users-disable.ts';
import { usersExportCommand } from './users-export.ts';
import { usersImportCommand } from './users-import.ts';
import { usersListCommand } from './users-list.ts';
import { usersResetPasswordCommand } from './users-reset-password.ts';
import { verifyLedgerCommand } from './verify-ledger.ts';

/** Every command, in the order of the list. */
export const commands: readonly Command[] = [
  usersAddCommand,
  usersImportCommand,
  usersListCommand,
  usersDisableCommand,
  usersEnableCommand,
  usersResetPasswordCommand,
  usersExportCommand,
  usersDeleteCommand,
  verifyLedgerCommand,
];
