import { Upload, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { InvitePeopleDialog } from '#src/admin/people/invite/InvitePeopleDialog.tsx';
import { Button } from '#src/ui/controls/Button.tsx';

/** The two ways to add people. */
export function PeopleActions() {
  const navigate = useNavigate();
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <Button onClick={() => void navigate('/admin/people/import')}>
        <Upload className="icon icon-small" aria-hidden="true" />
        Import CSV
      </Button>
      <Button variant="primary" onClick={() => setInviting(true)}>
        <UserRoundPlus className="icon icon-small" aria-hidden="true" />
        Invite people
      </Button>
      {isInviting && <InvitePeopleDialog onClose={() => setInviting(false)} />}
    </>
  );
}
