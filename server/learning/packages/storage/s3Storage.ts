import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { PackageStorage } from './packageStorage.ts';

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Stores files in a bucket of a service that is compatible with S3. */
export function createS3Storage({ endpoint, region, bucket, ...credentials }: S3Settings): PackageStorage {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    // Compatible services do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    async put(key, content, size) {
      await client.send(new PutObjectCommand({ ...at(key), Body: content, ContentLength: size }));
    },
    async get(key, range) {
      try {
        const Range = range && `bytes=${range.start}-${range.end}`;
        const found = await client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) }));
        const total = found.ContentRange?.split('/')[1] ?? found.ContentLength;
        return { content: found.Body as Readable, size: Number(total) };
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        // The range starts after the end. The caller learns the size.
        if ((error as Error).name === 'InvalidRange') return this.get(key);
        throw error;
      }
    },
    async deleteAll(prefix) {
      // A page holds up to 1,000 keys. The listing starts again, because the listed keys no longer exist.
      for (;;) {
        const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
        const keys = page.Contents?.flatMap(({ Key }) => Key ?? []) ?? [];
        for (let at = 0; at < keys.length; at += DELETES_AT_ONCE)
          await Promise.all(
            keys
              .slice(at, at + DELETES_AT_ONCE)
              .map((Key) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))),
          );
        if (!page.IsTruncated) return;
      }
    },
  };
}

const DELETES_AT_ONCE = 20;
