import { createHmac, timingSafeEqual } from 'node:crypto';
import { isRecord } from '#server/messaging/http/request.ts';

/** A signed, short-lived permission to upload one file. It is part of the upload URL's form fields. */
export interface UploadTicket {
  channel: string;
  id: string;
  name: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

const sign = (content: string, secretKey: string): Buffer =>
  createHmac('sha256', secretKey).update(`upload ticket\n${content}`).digest();

export function makeTicket(ticket: UploadTicket, secretKey: string): string {
  const content = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return `${content}.${sign(content, secretKey).toString('base64url')}`;
}

/** Verifies and reads a ticket; null if it was not signed with this key. */
export function readTicket(text: string, secretKey: string): UploadTicket | null {
  const [content = '', signature = ''] = text.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(content, secretKey);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const ticket: unknown = JSON.parse(Buffer.from(content, 'base64url').toString('utf8'));
  return isRecord(ticket) ? (ticket as unknown as UploadTicket) : null;
}
