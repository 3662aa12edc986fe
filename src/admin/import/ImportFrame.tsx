import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import './import.css';

const STEPS = ['Upload', 'Match columns', 'Check', 'Import'] as const;
type Step = 1 | 2 | 3 | 4;

interface ImportFrameProps {
  title: string;
  lede: string;
  step: Step;
  /** Addresses of the available steps, by number. */
  links?: Partial<Record<Step, string>>;
  /** Announced when it changes while the page is open, such as the end of a check. */
  status?: string;
  children: ReactNode;
}

/** Title and steps of an import. */
export function ImportFrame({ title, lede, step, links = {}, status, children }: ImportFrameProps) {
  return (
    <div className="import">
      <Breadcrumb to="/admin/people" label="People" here="Import" />
      <PageHeader title={title} lede={lede} />
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <ol className="import-steps" aria-label="Steps of the import">
        {STEPS.map((name, index) => {
          const number = (index + 1) as Step;
          const isDone = number < step;
          const to = number === step ? undefined : links[number];
          return (
            <li
              key={name}
              data-done={isDone || undefined}
              data-now={number === step || undefined}
              aria-current={number === step ? 'step' : undefined}
            >
              <span className="import-mark" aria-hidden="true">
                {isDone ? <Check className="icon icon-small" /> : number}
              </span>
              {to ? <Link to={to}>{name}</Link> : <span>{name}</span>}
              {isDone && <span className="visually-hidden">, done</span>}
            </li>
          );
        })}
      </ol>
      {children}
    </div>
  );
}

/** The footer of a step: a sentence and the buttons. */
export function ImportFoot({ note, children }: { note: string; children: ReactNode }) {
  return (
    <div className="import-foot">
      <p className="text-2" id="import-note">
        {note}
      </p>
      <div className="row row-wrap">{children}</div>
    </div>
  );
}
