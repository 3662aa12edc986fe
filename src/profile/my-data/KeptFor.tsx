import type { KeptFor as Days } from '#contract/administration/dataRequests.ts';
import { FactList } from '#src/ui/display/FactList.tsx';
import { keptForText } from '#src/ui/text/keptForText.ts';
import { useGetDataRequestsQuery } from '#store/profile/dataRequestsApi.ts';

const UNTIL_ERASED = 'Until your data is erased';

const factsOf = ({ checkInDays, deactivatedDays, mailRecordDays, linkRecordDays }: Days) => [
  {
    name: 'Check-ins, with comments and follow-ups',
    value: checkInDays === null ? UNTIL_ERASED : `${keptForText(checkInDays)} from their first day`,
  },
  {
    name: 'Your account, if it is deactivated',
    value:
      deactivatedDays === null
        ? UNTIL_ERASED
        : `${keptForText(deactivatedDays)} from the deactivation; then your data is erased`,
  },
  { name: 'Records of emails about unread messages', value: keptForText(mailRecordDays) },
  { name: 'Expired invitations and password links', value: keptForText(linkRecordDays) },
];

/** How long the organisation keeps the user's data. */
export function KeptFor() {
  const { data } = useGetDataRequestsQuery();
  if (!data) return null; // the export below shows the reason
  return (
    <section className="section" aria-labelledby="kept-for">
      <h2 className="title-2" id="kept-for">
        How long your data is kept
      </h2>
      <p className="text-2">
        Your organisation sets these times. Other personal data is deleted when your data is erased, or
        earlier.
      </p>
      <div className="my-data-kept">
        <FactList facts={factsOf(data.keptFor)} />
      </div>
    </section>
  );
}
