import { useState } from 'react';
import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { fullName } from '#contract/people.ts';
import { AdminPersonField, type FieldPerson } from '#src/admin/people/AdminPersonField.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { ChangeDialog } from './ChangeDialog.tsx';

interface DeactivateDialogProps {
  person: AdminPersonPage;
  onClose: () => void;
}

/** Shows the effects of a deactivation, and asks for a manager for the direct reports. */
export function DeactivateDialog({ person, onClose }: DeactivateDialogProps) {
  const { userId, firstName, managers, directReports } = person;
  const name = fullName(person);
  const [interimManager, setInterimManager] = useState<FieldPerson | null>(managers.at(-1) ?? null);
  const interimManagerId = interimManager?.userId ?? null;
  const hasReports = directReports > 0;
  return (
    <ChangeDialog
      title={`Deactivate ${name}?`}
      verb="Deactivate"
      isDanger
      person={person}
      change={{ status: 'deactivated', ...(hasReports && { interimManagerId }) }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <ul className="consequences">
            {consequencesOf(person).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {hasReports && (
            <AdminPersonField
              label={plural(
                directReports,
                'Interim manager of the direct report',
                'Interim manager of the # direct reports',
              )}
              help={`Without one, the people who report to ${firstName} have no manager.`}
              error={errorOf('interimManagerId')}
              value={interimManager}
              without={[userId]}
              onChange={setInterimManager}
            />
          )}
        </>
      )}
    </ChangeDialog>
  );
}

function consequencesOf(person: AdminPersonPage): string[] {
  const {
    firstName,
    status,
    openSessions,
    plannedSessions,
    plannedSurveys = 0,
    coachOf,
    invitation,
  } = person;
  const texts = [];
  if (status === 'active')
    texts.push(
      openSessions === 0
        ? `${firstName} can no longer sign in.`
        : plural(
            openSessions,
            `${firstName} is signed out on 1 device within 60 seconds, chat included, and can no longer sign in.`,
            `${firstName} is signed out on # devices within 60 seconds, chat included, and can no longer sign in.`,
          ),
    );
  if (invitation?.state === 'pending') texts.push('The invitation link stops working.');
  if (plannedSessions > 0)
    texts.push(
      plural(
        plannedSessions,
        '1 planned coaching session is cancelled. The other participant is notified.',
        '# planned coaching sessions are cancelled. The other participants are notified.',
      ),
    );
  if (coachOf > 0) texts.push(plural(coachOf, '1 person loses their coach.', '# people lose their coach.'));
  if (plannedSurveys > 0)
    texts.push(
      plural(
        plannedSurveys,
        '1 survey is no longer opened or released on its chosen day. If it is open, administrators can release its results. If not, they may have to create a new one.',
        '# surveys are no longer opened or released on their chosen days. Administrators can release the results of open ones, and may have to create the others again.',
      ),
    );
  texts.push(`Programs, chats and history are kept. You can reactivate ${firstName} later.`);
  return texts;
}
