export { mailVariables } from './configuration.js';
export { openMailer, type Mailer } from './mailer.js';
