import { createDirectoryStorage } from './directoryStorage.ts';
import type { PackageStorage } from './packageStorage.ts';
import type { S3Settings } from './s3Storage.ts';

/** The storage that is configured. The S3 client is loaded only if it is used. */
export async function openPackageStorage(settings: {
  directory: string;
  s3: S3Settings | null;
}): Promise<PackageStorage> {
  if (!settings.s3) return createDirectoryStorage(settings.directory);
  const { createS3Storage } = await import('./s3Storage.ts');
  return createS3Storage(settings.s3);
}
