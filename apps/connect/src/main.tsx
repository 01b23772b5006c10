import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import './page.css';
import { readAddress } from './session.js';

// Once: it takes what the address says out of the history.
const opened = readAddress();
createRoot(document.getElementById('root')!).render(<App opened={opened} />);

// The next time that files of it are missing, `reload.js` may load the page again.
sessionStorage.removeItem('trellis-connect-reloaded');

// Another session may be opened in the same tab.
window.addEventListener('hashchange', () => window.location.reload());
