import { RunningImport } from '#src/admin/import/RunningImport.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import '#src/forms/checkbox.css';
import './people.css';
import { PeopleActions } from './PeopleActions.tsx';
import { PeopleFilters } from './PeopleFilters.tsx';
import { PeopleList } from './PeopleList.tsx';
import { usePeopleAddress } from './peopleAddress.ts';

/** Everyone in the organisation. */
export default function People() {
  const address = usePeopleAddress();
  return (
    <>
      <PageHeader title="People" action={<PeopleActions />} />
      <RunningImport />
      <PeopleFilters address={address} />
      <PeopleList address={address} />
    </>
  );
}
