import { parseChannel, peerOf } from '#contract/messaging/channels.ts';
import { chatMessageSchema } from '#contract/messaging/chat.ts';
import { decodeMessageAction } from '#contract/messaging/messageActions.ts';
import type { Realtime, StoredMessage } from '#server/realtime/index.ts';

export interface ExportedMessage {
  at: string;
  isOwn: boolean;
  text: string;
}
export interface ExportedChat {
  channel: string;
  peerId: number;
  messages: ExportedMessage[];
}
type Decrypt = (text: string) => string | null;

const UNREADABLE = '(This message cannot be decrypted.)';
const timeOf = (timetoken: string) => new Date(Number(BigInt(timetoken) / 10_000n)).toISOString();

/** The chat channels among a person's channels. */
export const chatsOf = (channels: readonly string[]) =>
  channels.filter((channel) => parseChannel(channel)?.kind === 'chat');

/** All pages of a channel, newest first. The messages of a page are in order. */
export async function* readPages(
  realtime: Pick<Realtime, 'history'>,
  channel: string,
): AsyncGenerator<StoredMessage[]> {
  let before: string | undefined;
  for (;;) {
    const page = await realtime.history(channel, before);
    const [oldest] = page;
    if (!oldest) return;
    yield page;
    before = oldest.timetoken;
  }
}

/** A conversation as the person sees it: without deleted messages, and with the last edit of each message. */
export async function readChat(
  realtime: Pick<Realtime, 'history'>,
  channel: string,
  person: { userId: number; uuid: string },
  decrypt: Decrypt,
): Promise<ExportedChat> {
  const pages: ExportedMessage[][] = [];
  for await (const page of readPages(realtime, channel))
    pages.push(
      page.flatMap((message) => {
        const text = textOf(message, decrypt);
        return text === null
          ? []
          : [{ at: timeOf(message.timetoken), isOwn: message.publisher === person.uuid, text }];
      }),
    );
  return { channel, peerId: peerOf(channel, person.userId) ?? 0, messages: pages.reverse().flat() };
}

/** Null for a deleted message, and for content that is not one of our messages. */
function textOf({ content, actions }: StoredMessage, decrypt: Decrypt): string | null {
  if (actions.some(({ type }) => type === 'delete')) return null;
  const edit = actions.findLast(({ type }) => type === 'edit');
  if (edit) {
    const change = attempt(() => decodeMessageAction({ ...edit, value: decrypt(edit.value) ?? edit.value }));
    if (change?.kind === 'edit') return change.details;
  }
  if (typeof content !== 'string') return chatMessageSchema.safeParse(content).data?.details ?? null;
  const decrypted = decrypt(content);
  if (decrypted === null) return UNREADABLE;
  return attempt(() => chatMessageSchema.parse(JSON.parse(decrypted)).details) ?? UNREADABLE;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Deletes the person's messages in a conversation, one run of consecutive messages at a time. */
export async function deleteOwnMessages(
  realtime: Pick<Realtime, 'history' | 'deleteMessages'>,
  channel: string,
  uuid: string,
) {
  for await (const page of readPages(realtime, channel)) {
    let run: StoredMessage[] = [];
    const deleteRun = async () => {
      const [first, last] = [run[0], run.at(-1)];
      run = [];
      if (first && last)
        await realtime.deleteMessages(channel, String(BigInt(first.timetoken) - 1n), last.timetoken);
    };
    for (const message of page) {
      if (message.publisher === uuid) run.push(message);
      else await deleteRun();
    }
    await deleteRun();
  }
}
