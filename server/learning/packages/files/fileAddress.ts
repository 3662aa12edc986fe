import { extensionOf, type OpenedFile } from '#contract/learning/uploads.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { readPackage } from '#server/learning/packages/packagesRepository.ts';
import type { PackageAddresses } from '#server/learning/packages/serving/addresses.ts';

export interface Serving {
  addresses: PackageAddresses;
  /** The host of the page, such as `localhost:4000`. */
  host: string;
}

/** The path of a stored file. Its extension decides the content type. */
export const storedPath = (fileName: string) => `content.${extensionOf(fileName)}`;

/** Where the browser loads an uploaded file. Videos and captions are shown in a page, and other files are downloaded. */
async function addressOf(
  tx: TenantTransaction,
  fileId: string,
  { addresses, host }: Serving,
): Promise<string> {
  const { state, purpose, fileName } = await readPackage(tx, fileId);
  if (state !== 'ready' || purpose === 'package' || purpose === 'image') throw notFound();
  const file = { downloadAs: purpose === 'file' ? fileName : null };
  const { origin, files } = addresses.issue({ tenantId: tx.tenantId, packageId: fileId, file }, host);
  return `${origin}${files}${storedPath(fileName)}`;
}

export async function openFile(
  tx: TenantTransaction,
  { fileId, captionsId = null }: { fileId: string; captionsId?: string | null | undefined },
  serving: Serving,
): Promise<OpenedFile> {
  return {
    address: await addressOf(tx, fileId, serving),
    captions: captionsId === null ? null : await addressOf(tx, captionsId, serving),
    position: 0,
  };
}
