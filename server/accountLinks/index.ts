export { type AccountLinks, createAccountLinks } from './accountLinks.ts';
export { startLinkMail } from './mailLinks.ts';
