import { TriangleAlert } from 'lucide-react';
import { useGetWebhooksQuery } from '#store/admin/webhooksApi.ts';
import type { SettingsPage } from './settingsPages.ts';

/** The paths of pages that need attention. */
export function useMarkedPages(): readonly string[] {
  const { data: webhooks } = useGetWebhooksQuery();
  const isFailing = webhooks?.endpoints.some(
    ({ state, failingSince }) => state === 'failed' || (state === 'on' && failingSince !== null),
  );
  return isFailing ? ['/admin/settings/webhooks'] : [];
}

/** The name of a page in the list of settings. */
export const SettingsLabel = ({ page, isMarked }: { page: SettingsPage; isMarked: boolean }) => (
  <>
    {page.label}
    {isMarked && (
      <>
        <TriangleAlert className="icon icon-small settings-mark" aria-hidden="true" />
        <span className="visually-hidden">, needs attention</span>
      </>
    )}
  </>
);
