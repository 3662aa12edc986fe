import { Missing } from '#src/ui/Missing.tsx';

/** The door of a survey: none stands behind this address for the person who opened it. */
export default function Participate() {
  return (
    <div className="content">
      <Missing title="This survey is not there" to="/survey" label="See your surveys">
        It may be closed, or you are not among those it asks. Whoever invited you can tell you.
      </Missing>
    </div>
  );
}
