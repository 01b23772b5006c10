export { mailVariables } from './configuration.js';
export { escapeHtml } from './escape-html.js';
export { openMailer, type Mailer } from './mailer.js';
