import { fullName } from '#contract/people.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { useListAdministratorsQuery } from '#store/people/peopleApi.ts';

/** Whom to contact if the list of direct reports is wrong. Only administrators can change it. */
export function WrongReports() {
  const { data: administrators = [] } = useListAdministratorsQuery();
  if (administrators.length === 0) return null;
  return (
    <section className="wrong-reports" aria-label="Administrators">
      <p className="text-2">Is someone missing or listed by mistake? Message an administrator:</p>
      <ul>
        {administrators.map((person) => (
          <li key={person.userId} className="row">
            {fullName(person)}
            <MessageButton person={person} />
          </li>
        ))}
      </ul>
    </section>
  );
}
