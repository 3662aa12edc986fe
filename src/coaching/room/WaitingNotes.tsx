/** Shown instead of the agenda, the shared notes and the actions while this person's key cannot open them. */
export const WaitingNotes = ({ name }: { name: string }) => (
  <p className="text-2">
    {`Agenda, shared notes and actions are not encrypted for your key yet. ${name}’s browser does that when ${name} opens the session.`}
  </p>
);
