/** Shown instead of the text of a message, in the conversation and in the conversation list. */
export const DELETED_TEXT = 'Message deleted';
/** The message is encrypted and cannot be decrypted in this browser. */
export const UNREADABLE_TEXT = 'This message can’t be read';
