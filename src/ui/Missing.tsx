import { Link } from 'react-router-dom';
import { Drawing } from './Drawing.tsx';

interface MissingProps {
  title: string;
  children: string;
  to: string;
  label: string;
}

/** A thing that is not there (any more), or not for this person: it says so the same way, and leads on. */
export function Missing({ title, children, to, label }: MissingProps) {
  return (
    <div className="empty empty-large empty-page">
      <Drawing name="gate" />
      <h1 className="title-1">{title}</h1>
      <p className="lede">{children}</p>
      <div className="row row-wrap empty-action">
        <Link className="button button-primary" to={to}>
          {label}
        </Link>
      </div>
    </div>
  );
}
