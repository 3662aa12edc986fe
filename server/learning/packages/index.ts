export { openFile, type Serving } from '#server/learning/packages/files/fileAddress.ts';
export {
  createPackageAddresses,
  type PackageAddresses,
} from '#server/learning/packages/serving/addresses.ts';
export { buildPackageServer } from '#server/learning/packages/serving/packageServer.ts';
export { openPackageStorage } from '#server/learning/packages/storage/openStorage.ts';
export type { PackageStorage } from '#server/learning/packages/storage/packageStorage.ts';
export type { S3Settings } from '#server/learning/packages/storage/s3Storage.ts';
export { publicImageRoutes } from './imageRoutes.ts';
export { findReady, findUploads, noteRefusedLength, readReport } from './packagesRepository.ts';
export { type PackagesDeps, packagesRoutes } from './packagesRoutes.ts';
