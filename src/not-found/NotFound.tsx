import { Missing } from '#src/ui/Missing.tsx';

/** The unknown address is not repeated here: it may hold anything (ruling 6). */
export default function NotFound() {
  return (
    <div className="content">
      <Missing title="There is no page here" to="/home" label="Go to your start page">
        The address may be mistyped, or the page has moved. If someone sent you the link, ask whether you are
        meant to see it.
      </Missing>
    </div>
  );
}
