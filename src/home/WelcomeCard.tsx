import { Link } from 'react-router-dom';
import { newObjectivePath } from '#src/objectives/objectivePaths.ts';
import { JoinableLink } from './JoinableLink.tsx';

/** Explains what a person does in Trellis, in place of cards that would all be empty. */
export default function WelcomeCard() {
  return (
    <section className="card stack-3" aria-labelledby="welcome">
      <h2 className="title-3" id="welcome">
        Welcome to Trellis
      </h2>
      <ol className="welcome-steps">
        <li>
          <b className="strong">Select topics</b>
          <span className="text-2">
            A program offers you topics. You decide what to get better at. <JoinableLink />
          </span>
        </li>
        <li>
          <b className="strong">Practise in small steps</b>
          <span className="text-2">Each step takes a few minutes and shows its result.</span>
        </li>
        <li>
          <b className="strong">Meet your coach</b>
          <span className="text-2">Plan sessions, and keep notes that only the two of you can read.</span>
        </li>
      </ol>
      <p className="text-2">
        Your next session and your progress appear here as soon as there are any. You can also start with{' '}
        <Link to={newObjectivePath}>an objective of your own</Link>.
      </p>
    </section>
  );
}
