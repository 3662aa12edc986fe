import { useParams } from 'react-router-dom';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';

/** Coaching sessions are not available yet, so every address of one answers “not found”. */
export default function CoachingPage() {
  const { programId = '' } = useParams();
  return (
    <div className="content">
      <NotFoundState title="Session not found" to={`/program/${programId}`} label="Go to the program">
        The session may have ended, or it was moved or cancelled. Ask your coach for the next date.
      </NotFoundState>
    </div>
  );
}
