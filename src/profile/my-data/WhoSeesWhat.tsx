import { Check } from 'lucide-react';
import { useState } from 'react';
import { fullName } from '#contract/people.ts';
import type { OwnVisibility, VisibleThing } from '#contract/team.ts';
import { ADMINISTRATORS_VISIBILITY, PROFILE_VISIBILITY } from '#contract/visibility.ts';
import { countText } from '#src/team/countText.ts';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useListOwnVisibilityQuery } from '#store/team/teamApi.ts';

/** What each manager and coach can see. The server computes it from the rules that all its responses follow. */
export function WhoSeesWhat() {
  const { dayAndTime } = useFormats();
  const [openedAt] = useState(Date.now);
  // The rules may give another result since the last visit.
  const query = useListOwnVisibilityQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <section className="section" aria-labelledby="who-sees-what">
      <QueryContent
        query={query}
        title="Who can see what"
        level={2}
        failure="The list of who can see your data did not load"
        skeleton={<SkeletonRows count={4} />}
      >
        {({ data }) => (
          <>
            <h2 className="title-2" id="who-sees-what">
              Who can see what
            </h2>
            <p className="text-2">
              {`Calculated from the access rules on ${dayAndTime(openedAt)}. You can always see all of your own data.`}
            </p>
            {data.length === 0 ? (
              <p className="text-2 my-data-text">
                You have no manager and no coach, so no one can see more than the following.
              </p>
            ) : (
              <VisibilityTable viewers={data} />
            )}
            <p className="text-2 my-data-text">{PROFILE_VISIBILITY}</p>
            <p className="text-2 my-data-text">{ADMINISTRATORS_VISIBILITY}</p>
          </>
        )}
      </QueryContent>
    </section>
  );
}

/** `Yes`, `Yes (2)`, `Yes (0 so far)`, `Yes (none shared so far)`. */
function yesText(thing: VisibleThing): string {
  const count = countText(thing);
  return count === null ? 'Yes' : `Yes (${count})`;
}

const relationLabels = { manager: 'Manager', coach: 'Coach' };

function VisibilityTable({ viewers }: { viewers: OwnVisibility['data'] }) {
  const { longDay } = useFormats();
  const columns = viewers.map(({ viewer, access: { relation, until } }) => ({
    viewer,
    name: fullName(viewer),
    role: until ? `${relationLabels[relation]} until ${longDay(until)}` : relationLabels[relation],
  }));
  const things = [...new Set(viewers.flatMap((one) => one.things.map(({ thing }) => thing)))];
  const cellOf = (index: number, thing: string) =>
    viewers[index]?.things.find((candidate) => candidate.thing === thing);
  return (
    <Table
      caption="Who can see what about you"
      columns={[
        { name: 'Data', isHidden: true },
        ...columns.map(({ name, role }) => ({ name: `${role}: ${name}` })),
      ]}
    >
      <TableBody className="visibility-rows">
        {things.map((thing) => (
          <TableRow
            key={thing}
            head={
              <>
                <span className="strong">{thing}</span>
                <span className="small text-3 visibility-rule">
                  {[...new Set(viewers.flatMap((_viewer, index) => cellOf(index, thing)?.rule ?? []))].join(
                    ' ',
                  )}
                </span>
              </>
            }
          >
            {columns.map(({ viewer, name, role }, index) => {
              const cell = cellOf(index, thing);
              return (
                <TableCell key={viewer.userId} label={`${role}: ${name}`}>
                  {cell?.isVisible ? (
                    <span className="visibility-yes">
                      <Check className="icon icon-small" aria-hidden="true" />
                      {yesText(cell)}
                    </span>
                  ) : (
                    <span className="text-3">No</span>
                  )}
                </TableCell>
              );
            })}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
