import type { NotesContent, NotesEdit } from '#store/coaching/room/notesContent.ts';
import type { CoachingVault, NotesToOpen, OpenNotes } from '#store/ports/coachingVault.ts';

interface FakeNotes {
  /** The decrypted documents by scope. */
  contents?: Record<string, Partial<NotesContent>>;
  hasKey?: boolean;
  /** Whether the stored documents are encrypted for the other person's key. */
  isShared?: boolean;
  onEdit?: (scope: string, edit: NotesEdit) => void;
}

/** A browser that can decrypt. Edits are recorded and change nothing. */
export function fakeVault({
  contents = {},
  hasKey = true,
  isShared = true,
  onEdit,
}: FakeNotes = {}): CoachingVault {
  const openNotes = ({ scope }: NotesToOpen): OpenNotes => {
    const listeners = new Set<(event: { kind: 'changed'; isLocal: boolean }) => void>();
    const content: NotesContent = { text: '', agenda: [], actions: [], carried: [], ...contents[scope] };
    return {
      content: () => content,
      edit(edit) {
        onEdit?.(scope, edit);
        for (const listener of listeners) listener({ kind: 'changed', isLocal: true });
      },
      listen(onEvent) {
        listeners.add(onEvent);
        return () => listeners.delete(onEvent);
      },
      merge: async () => {},
      toSave: async () => ({ version: 1, snapshot: 's'.repeat(40) }),
      saved: async () => {},
      hasUnsaved: () => false,
      takeUpdate: async () => null,
      applyUpdate: async () => {},
      encryptText: async (text) => text,
      decryptText: async (text) => text,
      envelopeFor: async (key) => `envelope for ${key}`,
      isSharedWith: () => isShared,
      close: () => {},
    };
  };
  /** A document without an envelope is not encrypted for this person yet. */
  const open = async (notes: NotesToOpen) => (notes.document?.envelope === null ? null : openNotes(notes));
  const vault = { hasKey: async () => hasKey, open };
  return vault as unknown as CoachingVault;
}
