import { useState } from 'react';
import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { fullName } from '#contract/people.ts';
import { UndoCard } from '#src/admin/people/bulk/UndoCard.tsx';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { AccessCard } from './AccessCard.tsx';
import { History } from './History.tsx';
import { PersonActions } from './PersonActions.tsx';
import { PersonDialog, type PersonDialogName } from './PersonDialog.tsx';
import { PersonPrograms } from './PersonPrograms.tsx';
import { PlaceCard } from './PlaceCard.tsx';
import { ReportingLine } from './ReportingLine.tsx';
import './person.css';

export function PersonPage({ person }: { person: AdminPersonPage }) {
  const [dialog, setDialog] = useState<PersonDialogName | null>(null);
  const name = fullName(person);
  return (
    <>
      <Breadcrumb to="/admin/people" label="People" here={name} />
      <div className="page-top page-top-centred">
        <div className="row grow">
          <Avatar person={person} size="large" />
          <div className="grow">
            <h1 className="title-1">
              <bdi>{name}</bdi>
            </h1>
            <p className="text-2 person-facts">
              {[person.title, person.department?.name, person.emailAddress].filter(Boolean).join(' · ')}
            </p>
          </div>
        </div>
        <PersonActions person={person} onDeactivate={() => setDialog('deactivate')} />
      </div>
      <div className="columns">
        <div className="stack-4">
          <PlaceCard person={person} onChange={setDialog} />
          <AccessCard person={person} />
          <History person={person} />
        </div>
        <aside className="side" aria-label={`${name}’s managers and programs`}>
          <ReportingLine person={person} />
          <PersonPrograms programs={person.programs} />
          <PrivacyNote>
            Administrators see programs and dates. Coaching notes, check-ins, chats and answers stay private.
          </PrivacyNote>
        </aside>
      </div>
      <div className="people-foot">
        <UndoCard userId={person.userId} />
      </div>
      {dialog && <PersonDialog name={dialog} person={person} onClose={() => setDialog(null)} />}
    </>
  );
}
