import { Clock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ERASURE_TARGET } from '#contract/notifications/linkTargets.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import './connectionBanner.css';

/** Reminds the user on every page that their data will be erased. */
export default function ErasureBanner({ erasesAt }: { erasesAt: string }) {
  const { longDay } = useFormats();
  return (
    <aside className="connection-banner" aria-label="Erasure of your data">
      <Clock className="icon" aria-hidden="true" />
      <span>
        {`Your account and your data will be erased on ${longDay(erasesAt)}.`}{' '}
        <Link to={`/profile/my-data#${ERASURE_TARGET}`}>Review request</Link>
      </span>
    </aside>
  );
}
