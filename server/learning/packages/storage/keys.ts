import { createHash } from 'node:crypto';
import { PACKAGE_PART_BYTES } from '#contract/learning/packages.ts';

/** Where the parts of an upload are stored until it is checked. */
export const uploadFolder = (tenantId: number, packageId: string) => `uploads/${tenantId}/${packageId}/`;

/** The part of an upload that starts at this byte. */
export const partKey = (tenantId: number, packageId: string, offset: number) =>
  `${uploadFolder(tenantId, packageId)}${offset}`;

/** The parts of an upload in their order. */
export const partKeys = ({ tenantId, id, size }: { tenantId: number; id: string; size: number }) =>
  Array.from({ length: Math.ceil(size / PACKAGE_PART_BYTES) }, (_, index) =>
    partKey(tenantId, id, index * PACKAGE_PART_BYTES),
  );

/** Where the files of a package are stored. */
export const packageFolder = (tenantId: number, packageId: string) => `packages/${tenantId}/${packageId}/`;

/** The key of a file of a package: a hash, so that no name from a package reaches the storage. */
export const fileKey = (folder: string, path: string) =>
  `${folder}${createHash('sha256').update(path).digest('hex')}`;

/** The key of an image in a text. */
export const imageKey = (tenantId: number, imageId: string) =>
  fileKey(packageFolder(tenantId, imageId), 'content.webp');
