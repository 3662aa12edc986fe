import { Upload, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { InvitePeopleDialog } from '#src/admin/people/invite/InvitePeopleDialog.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { RestoreFocus } from '#src/ui/overlays/RestoreFocus.tsx';
import '#src/forms/checkbox.css';
import './people.css';
import { PeopleFilters } from './PeopleFilters.tsx';
import { PeopleList } from './PeopleList.tsx';
import { usePeopleAddress } from './peopleAddress.ts';

/** Everyone in the organisation. */
export default function People() {
  const address = usePeopleAddress();
  const navigate = useNavigate();
  const [isInviting, setInviting] = useState(false);
  return (
    <RestoreFocus>
      <PageHeader
        title="People"
        action={
          <>
            <Button onClick={() => void navigate('/admin/people/import')}>
              <Upload className="icon icon-small" aria-hidden="true" />
              Import CSV
            </Button>
            <Button variant="primary" onClick={() => setInviting(true)}>
              <UserRoundPlus className="icon icon-small" aria-hidden="true" />
              Invite people
            </Button>
          </>
        }
      />
      <PeopleFilters address={address} />
      <PeopleList address={address} />
      {isInviting && <InvitePeopleDialog onClose={() => setInviting(false)} />}
    </RestoreFocus>
  );
}
