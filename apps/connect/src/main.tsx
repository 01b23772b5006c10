import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import './page.css';
import { readAddress } from './session/session.js';

// Call this once: it removes the contents of the address from the history.
const opened = readAddress();
createRoot(document.getElementById('root')!).render(<App opened={opened} />);

// Lets `reload.js` load the page again if files are missing next time.
sessionStorage.removeItem('trellis-connect-reloaded');

// Another session may be opened in the same tab.
window.addEventListener('hashchange', () => window.location.reload());
