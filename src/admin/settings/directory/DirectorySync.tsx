import { SettingsSection } from '#src/admin/settings/SettingsForm.tsx';
import { CopyField } from '#src/ui/controls/CopyField.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useGetDirectoryQuery } from '#store/admin/directoryApi.ts';
import { DirectoryGroups } from './DirectoryGroups.tsx';
import { Errors } from './Errors.tsx';
import { LastChanges } from './LastChanges.tsx';
import { Tokens } from './Tokens.tsx';
import './directory.css';

/** The directory of the organisation creates, changes and deactivates people by SCIM (decision 0056). */
export default function DirectorySync() {
  const query = useGetDirectoryQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <QueryContent
      query={query}
      title="Directory sync"
      failure="The settings of directory sync did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={4} />
        </>
      }
    >
      {(directory) => (
        <>
          <PageHeader
            title="Directory sync"
            lede="Let your directory, such as Entra ID or Okta, add, change and deactivate people (SCIM 2.0)."
          />
          <SettingsSection title="Connection">
            <CopyField
              label="Address to enter in your directory"
              help="Entra ID calls it the tenant URL, Okta the base URL. Sign in to it with a token, as HTTP header or OAuth bearer token."
              value={directory.baseUrl}
              what="address"
            />
          </SettingsSection>
          <Tokens tokens={directory.tokens} />
          <WhatIsSynced />
          <DirectoryGroups directory={directory} />
          <Errors errors={directory.errors} />
          <LastChanges changes={directory.changes} />
        </>
      )}
    </QueryContent>
  );
}

const SYNCED = [
  ['userName, emails', 'The email address. It has to be on a domain of your organisation.'],
  ['name, title', 'First name, last name and title.'],
  ['manager', 'The manager, by the id of a person who has already been synced.'],
  [
    'active',
    'False deactivates the account: the person is signed out and direct reports get the next manager above. The only administrator stays active.',
  ],
  ['groups', 'The department or the administrator right, by the list of groups on the page Sign-on.'],
] as const;

const WhatIsSynced = () => (
  <SettingsSection
    title="What is synced"
    lede="People who have an account with the same email address are connected to it. New people get an invitation by email."
  >
    <dl className="settings-card directory-synced">
      {SYNCED.map(([name, meaning]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </SettingsSection>
);
