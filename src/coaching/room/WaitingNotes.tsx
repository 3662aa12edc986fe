/** Shown instead of shared notes that this person's key cannot open yet. */
export const WaitingNotes = ({ name }: { name: string }) => (
  <p className="text-2">
    {`These notes are not encrypted for your key yet. ${name}’s browser does that when ${name} opens the session.`}
  </p>
);
