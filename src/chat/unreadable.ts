/** What stands where the words of an encrypted message would stand that cannot be decrypted here. */
export const UNREADABLE = 'This message can’t be read';
