import {
  DIRECTORY_ERROR_DAYS,
  type Directory,
  type DirectoryError,
} from '#contract/administration/directory.ts';
import { SettingsSection } from '#src/admin/settings/SettingsForm.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';

/** The directory's refused requests in recent days. */
export function Errors({ errors: { data, hasMore } }: Pick<Directory, 'errors'>) {
  const { dayAndTime } = useFormats();
  const title = `Errors in the last ${DIRECTORY_ERROR_DAYS} days`;
  return (
    <SettingsSection
      title={title}
      {...(data.length > 0 && {
        lede: 'Correct the data in your directory. It then sends the change again.',
      })}
    >
      {data.length === 0 ? (
        <p className="text-3">No request from your directory was refused.</p>
      ) : (
        <>
          <Table
            caption={title}
            className="directory-changes"
            columns={[
              { name: 'What' },
              { name: 'Token' },
              { name: 'Times', isNumber: true },
              { name: 'Last' },
            ]}
          >
            <TableBody>
              {data.map((error) => (
                <TableRow key={error.errorId} head={<What error={error} />}>
                  <TableCell label="Token">
                    <span className="nowrap">{error.tokenName}</span>
                  </TableCell>
                  <TableCell label="Times" isNumber>
                    {formatNumber(error.times)}
                  </TableCell>
                  <TableCell label="Last">
                    <time className="figures nowrap" dateTime={error.lastAt}>
                      {dayAndTime(error.lastAt)}
                    </time>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {hasMore && <p className="small text-3">Older errors are not shown.</p>}
        </>
      )}
    </SettingsSection>
  );
}

const What = ({ error }: { error: DirectoryError }) => (
  <span className="directory-error">
    <span className="strong">{titleOf(error)}</span>
    <span className="text-2">{error.detail}</span>
    <code className="small text-3">{`${error.request} ${error.status}`}</code>
  </span>
);

function titleOf({ request, subject, status }: DirectoryError): string {
  if (status === 401) return 'Your directory used a revoked token';
  const [method, path] = request.split(' ');
  const whom = subject ?? (path === '/Groups' ? 'A group' : 'A person');
  if (method === 'GET') return 'A search was refused';
  if (method === 'POST') return `${whom} was not added`;
  if (method === 'DELETE') return `${whom} was not removed`;
  return `${whom} was not changed`;
}
