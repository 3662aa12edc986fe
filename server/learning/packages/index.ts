export { type PackagesDeps, packagesRoutes } from './packagesRoutes.ts';
export { openPackageStorage } from './storage/openStorage.ts';
export type { PackageStorage } from './storage/packageStorage.ts';
export type { S3Settings } from './storage/s3Storage.ts';
