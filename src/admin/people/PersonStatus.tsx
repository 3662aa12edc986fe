import { CircleMinus, Clock, Mail, MailX } from 'lucide-react';
import type { AdminPerson } from '#contract/administration/peopleAdmin.ts';
import { Tag } from '#src/ui/display/Tag.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';

/** Active is plain text; every other status is a tag. */
export function PersonStatus({ person: { status, invitation } }: { person: AdminPerson }) {
  const { shortDay } = useFormats();
  if (status === 'active') return <span className="text-2">Active</span>;
  if (status === 'deactivated')
    return (
      <Tag>
        <CircleMinus className="icon icon-small" aria-hidden="true" />
        Deactivated
      </Tag>
    );
  if (invitation?.state === 'pending' && invitation.isUndelivered)
    return (
      <Tag tone="amber">
        <MailX className="icon icon-small" aria-hidden="true" />
        Invitation not delivered
      </Tag>
    );
  if (invitation?.state === 'pending')
    return (
      <Tag tone="sky">
        <Mail className="icon icon-small" aria-hidden="true" />
        {`Invited, expires ${shortDay(invitation.expiresAt)}`}
      </Tag>
    );
  return invitation?.state === 'expired' ? (
    <Tag tone="amber">
      <Clock className="icon icon-small" aria-hidden="true" />
      Invitation expired
    </Tag>
  ) : (
    <Tag tone="amber">
      <MailX className="icon icon-small" aria-hidden="true" />
      {invitation ? 'Invitation withdrawn' : 'Not invited'}
    </Tag>
  );
}
