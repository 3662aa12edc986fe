import { Link } from 'react-router-dom';
import { Illustration } from '#src/ui/display/Illustration.tsx';

interface NotFoundStateProps {
  title: string;
  children: string;
  to: string;
  label: string;
}

/** Shown if something does not exist or the user may not see it. Both cases look the same (decision 0029). */
export function NotFoundState({ title, children, to, label }: NotFoundStateProps) {
  return (
    <div className="empty empty-large empty-page">
      <Illustration name="gate" />
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
