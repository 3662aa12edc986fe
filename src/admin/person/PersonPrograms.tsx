import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import type { Formats } from '#src/ui/text/formats.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';

type Joined = AdminPersonPage['programs'][number];

export function PersonPrograms({ programs }: Pick<AdminPersonPage, 'programs'>) {
  const formats = useFormats();
  return (
    <section className="card" aria-labelledby="person-programs">
      <div className="card-head">
        <h2 className="title-3" id="person-programs">
          Programs
        </h2>
        <span className="small text-3">{programs.length}</span>
      </div>
      {programs.length === 0 && <p className="text-2">Not in a program yet.</p>}
      <ul className="joined-programs">
        {programs.map((program) => (
          <li key={`${program.programId} ${program.at}`}>
            <p>{program.name}</p>
            <p className="small text-3">{stateText(program, formats)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The meaning of a program's date. */
const dateOf: Partial<Record<Joined['state'], (date: string) => string>> = {
  invited: (date) => `Invited ${date}`,
  completed: (date) => `Completed ${date}`,
  declined: (date) => `Declined ${date}`,
  withdrawn: (date) => `Left ${date}`,
};
const stateText = ({ state, at }: Joined, { shortDay }: Formats) =>
  (dateOf[state] ?? ((date) => `Active, joined ${date}`))(shortDay(at));
