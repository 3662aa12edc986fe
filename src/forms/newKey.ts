/**
 * A random key. For a part of a document: it is never used again, because translations, answers and records refer to the keys
 * of removed parts. For a call: with the same key, a repeated call creates nothing twice.
 */
export const newKey = () => crypto.randomUUID().replaceAll('-', '').slice(0, 16);
