import { CircleCheck } from 'lucide-react';
import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { PersonStatus } from '#src/admin/people/PersonStatus.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { FactList } from '#src/ui/display/FactList.tsx';
import type { Formats } from '#src/ui/text/formats.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useUnlockSignInMutation } from '#store/admin/personApi.ts';
import { Refusal } from './Refusal.tsx';

/** Shows whether and how the person can sign in. */
export function AccessCard({ person }: { person: AdminPersonPage }) {
  const formats = useFormats();
  const [unlock, { isLoading, error }] = useUnlockSignInMutation();
  const { userId, lastActiveAt, openSessions, signInDelayedUntil } = person;
  return (
    <section className="card" aria-labelledby="access">
      <div className="card-head">
        <h2 className="title-2" id="access">
          Access
        </h2>
      </div>
      <FactList
        facts={[
          {
            name: 'Status',
            value: (
              <span className="person-status">
                {person.status === 'active' ? (
                  <>
                    <CircleCheck className="icon icon-small" aria-hidden="true" />
                    {person.activatedAt ? `Active since ${formats.longDay(person.activatedAt)}` : 'Active'}
                  </>
                ) : (
                  <>
                    <PersonStatus person={person} />
                    <span className="text-3">{statusDate(person, formats)}</span>
                  </>
                )}
              </span>
            ),
          },
          {
            name: 'Last visit',
            value: (
              <span className="figures">{lastActiveAt ? formats.dayAndTime(lastActiveAt) : 'Never'}</span>
            ),
          },
          {
            name: 'Signed in on',
            value: openSessions === 0 ? 'No device' : plural(openSessions, '# device', '# devices'),
          },
          ...(signInDelayedUntil
            ? [
                {
                  name: 'Sign-in',
                  value: `Delayed until ${formats.time(signInDelayedUntil)} after failed attempts`,
                  action: (
                    <Button variant="link" small busy={isLoading} onClick={() => void unlock({ userId })}>
                      Unlock sign-in
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      <Refusal error={error} />
    </section>
  );
}

function statusDate(
  { status, deactivatedAt, invitation }: AdminPersonPage,
  { longDay }: Formats,
): string | null {
  if (status === 'deactivated') return deactivatedAt && `since ${longDay(deactivatedAt)}`;
  return invitation?.state === 'pending' ? `The link works until ${longDay(invitation.expiresAt)}` : null;
}
