import { Link } from 'react-router-dom';
import type { Directory } from '#contract/administration/directory.ts';
import { SettingsSection } from '#src/admin/settings/SettingsForm.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';

/** The number of people that the directory manages, and the effects of its groups. */
export function DirectoryGroups({ directory: { people, groups } }: { directory: Directory }) {
  return (
    <SettingsSection
      title="People and groups"
      lede={
        people === 0
          ? 'Your directory has not sent people yet.'
          : plural(
              people,
              'Your directory manages # person.',
              'Your directory manages # people. Other people stay as they are.',
            )
      }
      beside={<Link to="/admin/settings/sign-on">Change what groups mean</Link>}
    >
      {groups.length === 0 ? (
        <p className="text-3">No groups were sent.</p>
      ) : (
        <Table
          caption="Groups of the directory"
          columns={[{ name: 'Group' }, { name: 'In Trellis' }, { name: 'Members', isNumber: true }]}
        >
          <TableBody>
            {groups.map((group) => (
              <TableRow key={group.groupId} head={<span className="directory-group">{group.name}</span>}>
                <TableCell label="In Trellis">{meaningOf(group)}</TableCell>
                <TableCell label="Members" isNumber>
                  {formatNumber(group.members)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </SettingsSection>
  );
}

function meaningOf({ means, departmentName }: Directory['groups'][number]) {
  if (means === 'administrator') return 'Administrator';
  if (means === 'department') return `Department ${departmentName ?? ''}`;
  return <span className="text-3">Nothing</span>;
}
