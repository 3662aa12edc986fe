export { findReady, noteRefusedLength, readReport } from './packagesRepository.ts';
export { type PackagesDeps, packagesRoutes } from './packagesRoutes.ts';
export { createPackageAddresses, type PackageAddresses } from './serving/addresses.ts';
export { buildPackageServer } from './serving/packageServer.ts';
export { openPackageStorage } from './storage/openStorage.ts';
export type { PackageStorage } from './storage/packageStorage.ts';
export type { S3Settings } from './storage/s3Storage.ts';
