import { Missing } from '#src/ui/Missing.tsx';

/** The unknown address is not repeated here: it may hold anything (ruling 6). */
export default function NotFound() {
  return (
    <div className="content">
      <Missing title="We found nothing here" to="/home" label="Go to your start page">
        A letter in the address may be wrong, or what was here is gone. A link from somebody else may also
        lead to something that only they can open.
      </Missing>
    </div>
  );
}
