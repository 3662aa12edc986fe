import { formatNumber } from './locale.ts';

/** A number of bytes in MB, such as `1.4`, and at least 0.1. */
export const megabytes = (bytes: number) => formatNumber(Math.max(0.1, Math.round(bytes / 100_000) / 10));
