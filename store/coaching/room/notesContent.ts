/** The decrypted content of a document. `order` sorts the agenda. */
export interface AgendaItem {
  id: string;
  text: string;
  minutes: number;
  order: number;
  isDone: boolean;
  /** When it was ticked, in milliseconds of the server; 0 before. */
  doneAt: number;
  /** The learner's topic or objective that the item is about. */
  about: AgendaSubject | null;
}
export interface AgendaSubject {
  kind: 'topic' | 'objective';
  id: string;
  name: string;
}
export interface SessionAction {
  id: string;
  text: string;
  ownerId: number;
  /** A day, or empty. */
  due: string;
  isDone: boolean;
}
export interface NotesContent {
  text: string;
  agenda: AgendaItem[];
  actions: SessionAction[];
  /** Ids of items that were carried over from the last session, even if they were removed afterwards. */
  carried: string[];
}

export type NotesEdit =
  | { kind: 'text'; text: string }
  | { kind: 'agenda'; item: AgendaItem }
  | { kind: 'agendaRemoved'; id: string }
  | { kind: 'action'; action: SessionAction }
  | { kind: 'actionRemoved'; id: string }
  | { kind: 'carried'; ids: string[] };

export const AGENDA_TEXT_MAX = 300;
export const NOTES_MAX = 20_000;

/** Actions of the last session that are still open. They keep their ids and are added to the next agenda. */
export const actionsToCarry = (last: NotesContent, here: NotesContent): SessionAction[] => {
  const known = new Set([...here.carried, ...here.actions.map(({ id }) => id)]);
  return last.actions.filter(({ id, isDone }) => !isDone && !known.has(id));
};

/** Items of the last session that are not done and have not been carried over yet. */
export const itemsToCarry = (last: NotesContent, here: NotesContent): AgendaItem[] => {
  const known = new Set([...here.carried, ...here.agenda.map(({ id }) => id)]);
  return last.agenda.filter(({ id, isDone }) => !isDone && !known.has(id));
};
