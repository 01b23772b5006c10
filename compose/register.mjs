// Registers the app of the demo, or leaves it as it is.
import { execFileSync } from 'node:child_process';

const app = {
  developer: 'demo',
  name: 'Demo',
  client_id: 'demo',
  client_secret: process.env.DEMO_CLIENT_SECRET,
};
execFileSync(process.execPath, ['dist/register-app.js', JSON.stringify(app)], { stdio: 'inherit' });
