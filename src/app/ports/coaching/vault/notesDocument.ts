import * as Y from 'yjs';
import type {
  AgendaItem,
  NotesContent,
  NotesEdit,
  SessionAction,
} from '#store/coaching/room/notesContent.ts';

type Fields = Y.Map<string | number | boolean | null>;

/** The parts of a document. Every field of an item is stored on its own, so that edits of two people merge. */
function partsOf(doc: Y.Doc) {
  return {
    text: doc.getText('text'),
    agenda: doc.getMap<Fields>('agenda'),
    actions: doc.getMap<Fields>('actions'),
    carried: doc.getMap<true>('carried'),
  };
}

export function readContent(doc: Y.Doc): NotesContent {
  const { text, agenda, actions, carried } = partsOf(doc);
  const items = [...agenda].map(
    ([id, fields]): AgendaItem => ({
      id,
      text: textOf(fields, 'text'),
      minutes: Number(fields.get('minutes') ?? 0),
      order: Number(fields.get('order') ?? 0),
      isDone: fields.get('isDone') === true,
      doneAt: Number(fields.get('doneAt') ?? 0),
      about: aboutOf(fields),
    }),
  );
  const tasks = [...actions].map(([id, fields]) => ({
    at: Number(fields.get('at') ?? 0),
    action: {
      id,
      text: textOf(fields, 'text'),
      ownerId: Number(fields.get('ownerId') ?? 0),
      due: textOf(fields, 'due'),
      isDone: fields.get('isDone') === true,
    } satisfies SessionAction,
  }));
  return {
    text: text.toJSON(),
    agenda: items.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)),
    actions: tasks
      .sort((a, b) => a.at - b.at || (a.action.id < b.action.id ? -1 : 1))
      .map(({ action }) => action),
    carried: [...carried.keys()],
  };
}

function aboutOf(fields: Fields): AgendaItem['about'] {
  const kind = textOf(fields, 'aboutKind');
  if (kind !== 'topic' && kind !== 'objective') return null;
  return { kind, id: textOf(fields, 'aboutId'), name: textOf(fields, 'aboutName') };
}

const textOf = (fields: Fields, name: string) => String(fields.get(name) ?? '');

export function applyEdit(doc: Y.Doc, edit: NotesEdit) {
  const { text, agenda, actions, carried } = partsOf(doc);
  doc.transact(() => {
    switch (edit.kind) {
      case 'text':
        return replaceText(text, edit.text);
      case 'agenda': {
        const { id, about, ...fields } = edit.item;
        const flat = {
          aboutKind: about?.kind ?? '',
          aboutId: about?.id ?? '',
          aboutName: about?.name ?? '',
        };
        return setFields(agenda, id, { ...fields, ...flat });
      }
      case 'agendaRemoved':
        return agenda.delete(edit.id);
      case 'action': {
        const { id, ...fields } = edit.action;
        return setFields(actions, id, actions.has(id) ? fields : { ...fields, at: actions.size });
      }
      case 'actionRemoved':
        return actions.delete(edit.id);
      case 'carried':
        for (const id of edit.ids) carried.set(id, true);
    }
  }, 'local');
}

function setFields(
  list: Y.Map<Fields>,
  id: string,
  fields: Record<string, string | number | boolean | null>,
) {
  let item = list.get(id);
  if (!item) {
    item = new Y.Map();
    list.set(id, item);
  }
  for (const [name, value] of Object.entries(fields)) if (item.get(name) !== value) item.set(name, value);
}

/** Changes only the parts that differ, which keeps text that the other person types at the same time. */
function replaceText(text: Y.Text, next: string) {
  const before = text.toJSON();
  let start = 0;
  while (start < before.length && start < next.length && before[start] === next[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < next.length - start &&
    before[before.length - 1 - end] === next[next.length - 1 - end]
  )
    end += 1;
  if (before.length - start - end > 0) text.delete(start, before.length - start - end);
  if (next.length - start - end > 0) text.insert(start, next.slice(start, next.length - end));
}
