import { authLogCommand } from './auth-log.ts';
import { backupCommand } from './backup.ts';
import type { Command } from './command.ts';
import { educatorsListCommand, educatorsSetCommand } from './educators.ts';
import { resetAllCommand } from './reset-all.ts';
import { restoreCommand } from './restore.ts';
import { roomsAddCommand, roomsListCommand, roomsRenameCommand } from './rooms.ts';
import { sessionsListCommand, sessionsRevokeCommand } from './sessions.ts';
import { usersAddCommand } from './users-add.ts';
import { usersDeleteCommand } from './users-delete.ts';
import { usersDisableCommand, usersEnableCommand } from './users-disable.ts';
import { usersExportCommand } from './users-export.ts';
import { usersImportCommand } from './users-import.ts';
import { usersInvitationsCommand, usersRevokeInvitationCommand } from './users-invitations.ts';
import { usersInviteCommand } from './users-invite.ts';
import { usersListCommand } from './users-list.ts';
import { usersResetLinkCommand } from './users-reset-link.ts';
import { usersResetPasswordCommand } from './users-reset-password.ts';
import { usersResetSecondFactorCommand } from './users-reset-second-factor.ts';
import { verifyLedgerCommand } from './verify-ledger.ts';

/** All commands in the order of the list. */
export const commands: readonly Command[] = [
  usersInviteCommand,
  usersInvitationsCommand,
  usersRevokeInvitationCommand,
  usersAddCommand,
  usersImportCommand,
  usersListCommand,
  usersDisableCommand,
  usersEnableCommand,
  usersResetLinkCommand,
  usersResetPasswordCommand,
  usersResetSecondFactorCommand,
  usersExportCommand,
  usersDeleteCommand,
  educatorsListCommand,
  educatorsSetCommand,
  sessionsListCommand,
  sessionsRevokeCommand,
  authLogCommand,
  roomsListCommand,
  roomsAddCommand,
  roomsRenameCommand,
  backupCommand,
  restoreCommand,
  resetAllCommand,
  verifyLedgerCommand,
];
