import type { AccountHistory as History } from '#contract/administration/dataRequests.ts';
import { fullName } from '#contract/people.ts';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetAccountHistoryQuery } from '#store/profile/dataRequestsApi.ts';

/** Texts for the audit log entries about the user. */
const sentences: Record<string, string> = {
  'person.invited': 'invited you',
  'person.created': 'added you from a file',
  'person.provisioned': 'added you when you signed in with the identity provider',
  'person.directory-connected': 'connected your account with the directory of your organisation',
  'person.directory-removed': 'removed your account from the directory of your organisation',
  'person.invitation-resent': 'sent you a new invitation',
  'person.invitation-revoked': 'withdrew your invitation',
  'person.changed': 'changed your account',
  'person.deactivated': 'deactivated your account',
  'person.reactivated': 'reactivated your account',
  'person.password-reset-sent': 'sent you a link to set a new password',
  'person.unlocked': 'ended your sign-in delay',
  'survey.results-read': 'read the results of a survey with feedback about you or your named answers',
  'survey.results-exported': 'exported the results of a survey with feedback about you or your named answers',
};

/** Changes by other people to the user's account, and reads of its confidential data. */
export function AccountHistory() {
  const query = useGetAccountHistoryQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <section className="section" aria-labelledby="account-history">
      <QueryContent
        query={query}
        title="Who looked at your data"
        level={2}
        failure="The list of who looked at your data did not load"
        skeleton={<SkeletonRows count={2} />}
      >
        {({ data }) => (
          <>
            <h2 className="title-2" id="account-history">
              Who looked at your data
            </h2>
            <p className="text-2">
              Reads of feedback about you and of your named survey answers, and changes to your account by
              other people, in the last 90 days.
            </p>
            {data.length === 0 ? (
              <p className="my-data-text">
                No one has looked at your feedback or answers, or changed your account.
              </p>
            ) : (
              <ul className="my-data-list">
                {data.map((entry) => (
                  <Entry key={`${entry.at} ${entry.action}`} entry={entry} />
                ))}
              </ul>
            )}
          </>
        )}
      </QueryContent>
    </section>
  );
}

function Entry({ entry: { actor, action, at } }: { entry: History['data'][number] }) {
  const { dayAndTime } = useFormats();
  return (
    <li>
      {actor && <Avatar person={actor} size="small" />}
      <div className="grow">
        <p>
          <b className="strong">{actor ? fullName(actor) : 'Trellis'}</b>{' '}
          {sentences[action] ?? 'changed your account'}
        </p>
        <p className="small text-3 figures">{dayAndTime(at)}</p>
      </div>
    </li>
  );
}
