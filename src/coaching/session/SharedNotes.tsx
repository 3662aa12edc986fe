import { useEffect, useState } from 'react';
import type { SharedNotes as SharedNotesData } from '#contract/learning/coachingRoom.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { learnerSessionsPath } from '#src/coaching/coachingPaths.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard } from '#src/ui/feedback/Skeleton.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import '#src/coaching/room/notes.css';
import type { NotesContent } from '#store/coaching/room/notesContent.ts';
import { useGetSharedNotesQuery } from '#store/coaching/room/roomApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** The notes of an earlier session that the learner shares with a new coach or manager. */
export default function SharedNotes({ programId, sessionId }: { programId: string; sessionId: string }) {
  const query = useGetSharedNotesQuery({ sessionId });
  return (
    <QueryContent
      query={query}
      title="Shared notes"
      failure="The notes did not load"
      skeleton={<SkeletonCard />}
      missing={
        <NotFoundState title="Notes not found" to={`/program/${programId}`} label="Go to the program">
          The learner may have stopped sharing them, or you may have new keys.
        </NotFoundState>
      }
    >
      {(shared) => <Page shared={shared} />}
    </QueryContent>
  );
}

function Page({ shared }: { shared: SharedNotesData }) {
  const { shortDay } = useFormats();
  const { learner, peer, programId, startsAt } = shared;
  const content = useDecrypted(shared);
  return (
    <>
      <Breadcrumb
        to={learnerSessionsPath(programId, learner.userId)}
        label={fullName(learner)}
        here="Shared notes"
      />
      <PageHeader
        title={`Notes of ${fullName(learner)} and ${fullName(peer)}`}
        lede={startsAt ? `Session on ${shortDay(startsAt)}.` : ''}
      />
      {content === null ? (
        <SkeletonCard />
      ) : content === 'locked' ? (
        <p className="card">
          This browser cannot read them yet. Enter your recovery code at one of your own sessions first.
        </p>
      ) : (
        <div className="stack-6">
          <section className="card stack-3" aria-labelledby="shared-text">
            <h2 className="title-3" id="shared-text">
              Notes
            </h2>
            <p className="notes-text">{content.text || 'Nothing was written.'}</p>
          </section>
          <List title="Agenda" items={content.agenda} />
          <List title="Actions" items={content.actions} />
          <PrivacyNote>{`${learner.firstName} shares them with you. You cannot change them.`}</PrivacyNote>
        </div>
      )}
    </>
  );
}

function List({ title, items }: { title: string; items: { id: string; text: string; isDone: boolean }[] }) {
  if (items.length === 0) return null;
  return (
    <section className="card stack-3" aria-label={title}>
      <h2 className="title-3">{title}</h2>
      <ul className="stack">
        {items.map(({ id, text, isDone }) => (
          <li key={id}>{isDone ? <s>{text}</s> : text}</li>
        ))}
      </ul>
    </section>
  );
}

/** Null while it is decrypted. The text stays in this component. */
function useDecrypted({ sessionId, myKey, shared }: SharedNotesData): NotesContent | 'locked' | null {
  const { coaching } = usePorts();
  const owner = useAppSelector((state) => {
    const me = selectUser(state);
    return me ? `${me.tenantId}.${me.userId}` : '';
  });
  const [content, setContent] = useState<NotesContent | 'locked' | null>(null);
  const { publicKey } = myKey;
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const vault = await coaching.vault();
      const notes = await vault.open({
        owner,
        scope: `${sessionId}/shared`,
        document: shared,
        myPublicKey: publicKey,
        otherPublicKey: null,
      });
      const found = notes?.content() ?? 'locked';
      notes?.close();
      if (!isGone) setContent(found);
    };
    read().catch(() => setContent('locked'));
    return () => {
      isGone = true;
    };
  }, [coaching, owner, sessionId, publicKey, shared]);
  return content;
}
