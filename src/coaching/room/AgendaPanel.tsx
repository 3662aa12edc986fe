import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import type { AgendaItem } from '#store/coaching/room/notesContent.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import { AddItem } from './AddItem.tsx';
import { AgendaRow } from './AgendaRow.tsx';
import { type AgendaEntry, agendaNews, agendaRows } from './agendaRows.ts';
import { AGENDA_TEMPLATES } from './agendaTemplates.ts';
import { FollowUpStarters } from './FollowUpStarters.tsx';
import { LearnerTopics } from './LearnerTopics.tsx';
import { type NewItem, useAddItems } from './useAddItems.ts';
import { subjectsOf, useGrowth } from './useGrowth.ts';
import { useRoomEdit } from './useRoomEdit.ts';
import { useServerNow } from './useServerNow.ts';

const STARTERS = [
  'What has changed since last time?',
  'What do you want to work on?',
  'Next step and its date',
];
const MINUTE_MS = 60_000;

/** The agenda of the session: shared items, and private ones that only the viewer sees. */
export function AgendaPanel({ session }: { session: CoachingSession }) {
  const { minutes } = session;
  const { shared, own, metAt, clockOffset, isInRoom } = useAppSelector(selectRoom);
  const growth = useGrowth(session);
  const edit = useRoomEdit();
  const addItems = useAddItems();
  const now = useServerNow(clockOffset, isInRoom && metAt !== null);
  const rows = agendaRows(shared, own);
  const [status, setStatus] = useState('');
  const [announced, setAnnounced] = useState({ shared, own, rows });
  const [addedId, setAddedId] = useState<string | null>(null);
  const [ticked, setTicked] = useState<string | null>(null);
  if (announced.shared !== shared || announced.own !== own) {
    const news = agendaNews(announced.rows, rows, ticked);
    setAnnounced({ shared, own, rows });
    setTicked(null);
    if (news !== null) setStatus(news);
  }
  const planned = rows.reduce((sum, { item }) => sum + item.minutes, 0);
  const current = rows.find(({ item }) => !item.isDone)?.item.id;
  // The current item began when the previous one was ticked, but not before both people were present.
  const begunAt = metAt === null ? null : Math.max(metAt, ...rows.map(({ item }) => item.doneAt));
  const spent = isInRoom && begunAt !== null ? Math.max(0, Math.floor((now - begunAt) / MINUTE_MS)) : null;
  const add = (items: readonly NewItem[]) => {
    const [id, ...more] = addItems(items);
    if (id && more.length === 0) setAddedId(id);
  };
  const change = ({ item, kind }: AgendaEntry, more: Partial<AgendaItem>) =>
    edit(kind, { kind: 'agenda', item: { ...item, ...more } });
  const move = (index: number, by: -1 | 1) => {
    const row = rows[index];
    const [near, far] = [rows[index + by], rows[index + 2 * by]];
    if (!row || !near) return;
    const order = far ? (near.item.order + far.item.order) / 2 : near.item.order + by;
    if (order !== near.item.order) return change(row, { order });
    // Both people can have added items with the same order.
    const moved = rows.toSpliced(index, 1).toSpliced(index + by, 0, row);
    for (const [n, one] of moved.entries()) if (one.item.order !== n) change(one, { order: n });
  };
  return (
    <>
      <div className="agenda-scroll">
        {rows.length > 0 && (
          <>
            <p className="agenda-sum small text-2" data-over={planned > minutes || undefined}>
              {`${planned} of ${minutes} min planned`}
            </p>
            <ul className="minutes" aria-hidden="true">
              {rows.map(({ item }) => (
                <li
                  key={item.id}
                  data-done={item.isDone || undefined}
                  data-now={item.id === current || undefined}
                  style={{ flexGrow: item.minutes }}
                />
              ))}
              {planned < minutes && <li data-free style={{ flexGrow: minutes - planned }} />}
            </ul>
          </>
        )}
        <ol className="agenda">
          {rows.map((row, index) => (
            <AgendaRow
              key={row.item.id}
              item={row.item}
              isPrivate={row.kind === 'own'}
              spent={row.item.id === current ? spent : null}
              isCurrent={row.item.id === current}
              isAdded={row.item.id === addedId}
              place={{ isFirst: index === 0, isLast: index === rows.length - 1 }}
              onTick={(isDone) => {
                setTicked(row.item.id);
                change(row, { isDone, doneAt: isDone ? Date.now() + clockOffset : 0 });
              }}
              onMove={(by) => move(index, by)}
              onRemove={() => edit(row.kind, { kind: 'agendaRemoved', id: row.item.id })}
            />
          ))}
        </ol>
        {rows.length === 0 && (
          <div className="stack-3">
            <p className="text-2">No agenda items yet. Start with:</p>
            <div className="starters">
              {STARTERS.map((text) => (
                <Button
                  key={text}
                  small
                  onClick={() => add([{ text, minutes: 10, kind: 'shared', about: null }])}
                >
                  <Plus className="icon icon-small" aria-hidden="true" />
                  {text}
                </Button>
              ))}
            </div>
            <p className="text-2">Or use a whole agenda:</p>
            <div className="starters">
              {AGENDA_TEMPLATES.map(({ name, items }) => (
                <Button
                  key={name}
                  small
                  onClick={() =>
                    add(
                      items.map((item) => ({
                        text: item.text,
                        minutes: Math.max(5, Math.round((item.minutes * minutes) / 45 / 5) * 5),
                        kind: 'shared',
                        about: null,
                      })),
                    )
                  }
                >
                  {name}
                </Button>
              ))}
            </div>
          </div>
        )}
        <FollowUpStarters
          partnerId={session.other.userId}
          onAdd={(text) => add([{ text, minutes: 10, kind: 'shared', about: null }])}
        />
        <p className="visually-hidden" role="status">
          {status}
        </p>
        <LearnerTopics
          session={session}
          topics={growth.topics}
          onAgenda={new Set(rows.flatMap(({ item }) => (item.isDone || !item.about ? [] : [item.about.id])))}
          onAdd={({ topicId, title }) =>
            add([
              {
                text: title,
                minutes: 10,
                kind: 'shared',
                about: { kind: 'topic', id: topicId, name: title },
              },
            ])
          }
        />
      </div>
      <AddItem subjects={subjectsOf(growth)} onAdd={(item) => add([item])} />
    </>
  );
}
