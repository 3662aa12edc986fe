import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { TeamMember } from '#contract/team.ts';
import { safePath } from '#store/navigation/safePath.ts';

interface AttentionReasonProps {
  reason: TeamMember['reasons'][number];
  name: string;
}

/** Why a person needs attention, as a link to the screen to act on it. */
export const AttentionReason = ({ reason: { text, path }, name }: AttentionReasonProps) => (
  <li className="attention">
    <CircleAlert className="icon icon-small" aria-hidden="true" />
    <Link className="reason" to={safePath(path) ?? '/team'} aria-label={`${name}: ${text}`}>
      {text}
    </Link>
  </li>
);
