export { type DevMailDeps, devMailRoutes } from './devMailRoutes.ts';
export { writeMailTo } from './fileMail.ts';
export { escapeHtml } from './html.ts';
export { type Mail, MailRejected, type MailSender, MailUnavailable } from './mail.ts';
export { connectSmtp } from './smtpMail.ts';
