import { ExternalLink } from 'lucide-react';
import { buttonClass } from '#src/ui/controls/Button.tsx';

/** The web page of a link step, which opens in a new tab. Its host shows where the link leads. */
export function LinkStep({ url }: { url: string }) {
  return (
    <div className="row row-wrap">
      <a
        className={buttonClass('outlined', true, 'step-link')}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
      >
        <ExternalLink className="icon icon-small" aria-hidden="true" />
        <span>{`Open ${new URL(url).host}`}</span>
        <span className="visually-hidden"> in a new tab</span>
      </a>
    </div>
  );
}
