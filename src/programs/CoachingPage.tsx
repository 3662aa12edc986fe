import { useParams } from 'react-router-dom';
import { Missing } from '#src/ui/Missing.tsx';

/** The door of a coaching session: no session stands behind this address for the person who opened it. */
export default function CoachingPage() {
  const { programId = '' } = useParams();
  return (
    <div className="content">
      <Missing title="This session is not there" to={`/program/${programId}`} label="Go to the program">
        It may be over, or it was moved or cancelled. Your coach can tell you when you meet next.
      </Missing>
    </div>
  );
}
