export { type AccountLinks, createAccountLinks, type FoundLink, type LinkState } from './accountLinks.ts';
export { startLinkMail } from './mailLinks.ts';
