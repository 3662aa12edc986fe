import { type Coachees, RATINGS_MIN_LEARNERS, RATINGS_MIN_SESSIONS } from '#contract/learning/coachees.ts';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';

const COLUMNS = [
  { name: 'Sessions' },
  { name: 'I was listened to' },
  { name: 'We worked on what I chose' },
  { name: 'I leave with a next step' },
];

/** How learners rated sessions, as averages of groups that are large enough to hide each person. */
export function RatingsCard({ ratings }: { ratings: Coachees['ratings'] }) {
  const { shortDay } = useFormats();
  const rule = `Averages are shown for groups of at least ${RATINGS_MIN_SESSIONS} rated sessions with at least ${RATINGS_MIN_LEARNERS} learners. A group does not change after it is shown.`;
  return (
    <section className="ratings stack-3" aria-labelledby="ratings">
      <h2 className="title-2" id="ratings">
        How learners rated their sessions
      </h2>
      {ratings.length === 0 ? (
        <p className="text-2">{`No ratings to show yet. ${rule}`}</p>
      ) : (
        <>
          <Table caption="Average ratings from 1 to 5, oldest group first" columns={COLUMNS}>
            <TableBody>
              {ratings.map(({ from, until, sessions, listened, chosen, nextStep }) => (
                <TableRow key={from} head={`${sessions}, ${shortDay(from)} to ${shortDay(until)}`}>
                  <TableCell label="I was listened to">{listened.toFixed(1)}</TableCell>
                  <TableCell label="We worked on what I chose">{chosen.toFixed(1)}</TableCell>
                  <TableCell label="I leave with a next step">{nextStep.toFixed(1)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          <PrivacyNote>{rule}</PrivacyNote>
        </>
      )}
    </section>
  );
}
