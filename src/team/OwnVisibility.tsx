import { ChevronDown } from 'lucide-react';
import { fullName } from '#contract/people.ts';
import type { Visibility } from '#contract/team.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { longDay } from '#src/ui/dates.ts';
import { useListOwnVisibilityQuery } from '#store/team/teamApi.ts';
import { VisibleThings } from './VisibleThings.tsx';

/** Who sees what of one: the same lists that managers and coaches are shown. */
export function OwnVisibility() {
  const { data } = useListOwnVisibilityQuery();
  if (!data || data.data.length === 0) return null;
  return (
    <section className="card own-visibility" aria-labelledby="own-visibility">
      <h2 className="title-3" id="own-visibility">
        Who sees what of you
      </h2>
      <ul>
        {data.data.map((entry) => (
          <li key={`${entry.viewer.userId}.${entry.access.relation}.${entry.access.since}`}>
            <Viewer of={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Viewer({ of: { viewer, access, things } }: { of: Visibility }) {
  return (
    <details>
      <summary>
        <Avatar person={viewer} size="small" />
        <span className="strong">{fullName(viewer)}</span>
        <span className="text-2">{accessWords(access)}</span>
        <ChevronDown className="icon icon-small" aria-hidden="true" />
      </summary>
      <VisibleThings
        things={things}
        words={{ seen: `${viewer.firstName} sees`, hidden: `${viewer.firstName} does not see` }}
      />
    </details>
  );
}

function accessWords({ relation, until, readableUntil }: Visibility['access']): string {
  if (until === null) return `your ${relation}`;
  const was = `your ${relation} until ${longDay(until)}`;
  return readableUntil ? `${was}; reads what was so then until ${longDay(readableUntil)}` : was;
}
