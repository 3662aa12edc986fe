import { useNavigate } from 'react-router-dom';
import { useAppSelector } from '#src/app/hooks.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';

/** The selected department and the search text. Both are part of the address, so that Back and links restore them. */
export function useDepartmentsAddress() {
  const navigate = useNavigate();
  const { pathname, search } = useAppSelector(selectLocation);
  const params = new URLSearchParams(search);
  const go = (name: string, value: string) => {
    if (value === '') params.delete(name);
    else params.set(name, value);
    void navigate({ pathname, search: params.toString() }, { replace: true });
  };
  const departmentId = Number(params.get('department'));
  return {
    selectedId: Number.isSafeInteger(departmentId) && departmentId > 0 ? departmentId : null,
    search: params.get('search') ?? '',
    select: (id: number | null) => go('department', id === null ? '' : String(id)),
    searchFor: (text: string) => go('search', text),
  };
}
