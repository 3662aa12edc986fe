export { type DevMailDeps, devMailRoutes } from './devMailRoutes.ts';
export { writeMailTo } from './fileMail.ts';
export { escapeHtml, mailPage } from './html.ts';
export { type Mail, MailRejected, type MailSender, MailUnavailable, mailRetryDelay } from './mail.ts';
export { connectSmtp, testSmtp } from './smtpMail.ts';
