import { useNavigate } from 'react-router-dom';
import type { AuditFilter, AuditQuery } from '#contract/administration/audit.ts';
import { auditQuerySchema } from '#contract/administration/audit.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { withQuery } from '#store/api/withQuery.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';

/** Removes values that the server would refuse, such as an incomplete date. */
const readQuery = (search: string): AuditQuery =>
  Object.fromEntries(
    [...new URLSearchParams(search)].filter(
      ([name, value]) =>
        value !== '' &&
        name in auditQuerySchema.shape &&
        auditQuerySchema.safeParse({ [name]: value }).success,
    ),
  );

export type FilterPart = { [Name in keyof AuditFilter]?: string | undefined };

export const auditPath = (query: { [Name in keyof AuditQuery]?: string | undefined }) =>
  withQuery('/admin/audit', query);

/** Filters and page are part of the address, so that Back and links restore them. */
export function useAuditAddress() {
  const navigate = useNavigate();
  const { search } = useAppSelector(selectLocation);
  const query = readQuery(search);
  const { before: _before, after: _after, ...filter } = query;
  return {
    query,
    filter: filter satisfies AuditFilter,
    /** A changed filter starts at the newest entry. */
    filterBy: (part: FilterPart) => void navigate(auditPath({ ...filter, ...part }), { replace: true }),
  };
}
