import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { chatUserId } from '../../contract/chat/chat.ts';
import type { ChatMessage, ChatRoom } from '../../contract/chat/chat-schemas.ts';
import { useSignedInUser } from '../account/session/current-user.ts';
import { ConfirmDialog } from '../shared/ui/dialog.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { IconButton } from '../shared/ui/icon-button.tsx';
import { showToast } from '../shared/ui/toast.ts';
import type { Authors, Message } from './chat-message.ts';
import { ComposeBox } from './compose-box.tsx';
import { EditMessage } from './edit-message.tsx';
import { deleteOwnMessage } from './message-calls.ts';
import { describeFailure } from './message-errors.ts';
import { MessageItem } from './message-item.tsx';
import { MessageList } from './message-list.tsx';
import { messageTime } from './message-time.ts';
import { RoomPanel } from './room-panel.tsx';
import { useMessages } from './use-messages.ts';
import { useRoomScroll } from './use-room-scroll.ts';

/** Confirms and deletes a message, with the texts of SPEC §5 and §8. */
const DeleteMessage = ({
  row,
  onClose,
}: {
  row: ChatMessage | null;
  onClose: (row: ChatMessage | null) => void;
}) => {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: deleteOwnMessage,
    onSuccess: () => showToast({ title: 'Message deleted successfully!' }),
    onError: (failure) => showToast({ title: `Delete failed: ${describeFailure(failure)}`, tone: 'error' }),
    onSettled: (_deleted, _failure, removed) => onClose(removed),
  });
  return (
    <ConfirmDialog
      open={row !== null}
      onOpenChange={(open) => !open && onClose(row)}
      title="Are you sure you want to delete this message?"
      description="It's removed for everyone."
      confirmLabel="Delete"
      busy={isPending && variables === row}
      onConfirm={() => row && mutate(row)}
    />
  );
};

const OwnMessageActions = ({
  onEdit,
  onDelete,
  edited: wasEdited,
}: {
  onEdit: () => void;
  onDelete: () => void;
  /** Takes the focus back after editing. */
  edited: boolean;
}) => (
  <div className="-ml-3 flex max-sm:-my-1">
    <IconButton icon="edit" label="Edit message" onClick={onEdit} autoFocus={wasEdited} />
    <IconButton icon="trash" label="Delete message" onClick={onDelete} />
  </div>
);

/** A chat room for educators: their own messages only (SPEC §6), and the compose box. */
export const OwnRoom = ({ room, authors }: { room: ChatRoom; authors: Authors }) => {
  const list = useMessages(room.id, chatUserId(useSignedInUser().educatorId ?? ''));
  const [editing, setEditing] = useState<string | null>(null);
  const [edited, setEdited] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<ChatMessage | null>(null);
  const [imageBusy, setImageBusy] = useState(false);
  const scroll = useRoomScroll(list);
  const edit = (id: string) => {
    setEditing(id);
    setEdited(id);
  };
  // A late answer leaves alone what was opened since.
  const leave = (id: string, takesFocus: boolean) => {
    setEditing((now) => (now === id ? null : now));
    if (!takesFocus) setEdited((now) => (now === id ? null : now));
  };
  const askToDelete = (id: string) => setDeleting(list.rows.find((row) => row.id === id) ?? null);

  const item = (message: Message, now: number) => {
    const isEdited = message.id === editing;
    return (
      <MessageItem
        message={message}
        time={messageTime(message.createdAt, now)}
        body={
          isEdited ? (
            <EditMessage message={message} onDone={(takesFocus) => leave(message.id, takesFocus)} />
          ) : undefined
        }
      >
        {!isEdited && (
          <OwnMessageActions
            onEdit={() => edit(message.id)}
            onDelete={() => askToDelete(message.id)}
            edited={message.id === edited}
          />
        )}
      </MessageItem>
    );
  };
  return (
    <>
      <RoomPanel
        room={room}
        list={list}
        scroll={scroll}
        empty={
          <EmptyState title="No messages yet">Every customer sees what you post in {room.name}.</EmptyState>
        }
      >
        <MessageList rows={list.rows} authors={authors}>
          {item}
        </MessageList>
      </RoomPanel>
      <div className="shrink-0 pt-3">
        <ComposeBox
          roomId={room.id}
          roomName={room.name}
          imageBusy={imageBusy}
          onImageBusy={setImageBusy}
          onSent={scroll.toEnd}
        />
      </div>
      <DeleteMessage row={deleting} onClose={(row) => setDeleting((now) => (now === row ? null : now))} />
    </>
  );
};
