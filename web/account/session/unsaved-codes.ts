import { onSessionReset } from '../../shared/storage/session-reset.ts';
import { createValueStore } from '../../shared/value-store.ts';

/** Recovery codes until somebody says that they are saved: the server shows them once, so they outlive the dialog. */
export const unsavedCodes = createValueStore<{
  codes: readonly string[];
  /** Whether they are the last step of an account that lacks a second factor. */
  isLastStep: boolean;
} | null>(null);
onSessionReset(() => unsavedCodes.set(null));
