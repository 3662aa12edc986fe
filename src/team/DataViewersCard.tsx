import { fullName } from '#contract/people.ts';
import type { Visibility } from '#contract/team.ts';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import type { Formats } from '#src/ui/text/formats.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useListOwnVisibilityQuery } from '#store/team/teamApi.ts';
import { VisibilityList } from './VisibilityList.tsx';

/** Lists who can see which data of the viewer. Managers and coaches see the same lists. */
export function DataViewersCard() {
  const { data } = useListOwnVisibilityQuery();
  if (!data || data.data.length === 0) return null;
  return (
    <section className="card data-viewers" aria-labelledby="data-viewers">
      <h2 className="title-3" id="data-viewers">
        Who can see your data
      </h2>
      <ul>
        {data.data.map((entry) => (
          <li key={`${entry.viewer.userId}.${entry.access.relation}.${entry.access.since}`}>
            <Viewer visibility={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Viewer({ visibility: { viewer, access, things } }: { visibility: Visibility }) {
  const { longDay } = useFormats();
  return (
    <Disclosure
      summary={
        <>
          <Avatar person={viewer} size="small" />
          <span className="strong">{fullName(viewer)}</span>
          <span className="text-2">{accessLabel(access, longDay)}</span>
        </>
      }
    >
      <VisibilityList
        things={things}
        titles={{ visible: `${viewer.firstName} can see`, hidden: `${viewer.firstName} cannot see` }}
      />
    </Disclosure>
  );
}

const relationLabels = { manager: 'your manager', coach: 'your coach' };

function accessLabel(
  { relation, until, readableUntil }: Visibility['access'],
  longDay: Formats['longDay'],
): string {
  const label = relationLabels[relation];
  if (until === null) return label;
  return readableUntil
    ? `${label} until ${longDay(until)}, read-only access until ${longDay(readableUntil)}`
    : `${label} until ${longDay(until)}`;
}
