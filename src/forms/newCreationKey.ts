/** With this key, the server finds what an earlier call with the same key has created. */
export const newCreationKey = () => crypto.randomUUID().replaceAll('-', '').slice(0, 16);
