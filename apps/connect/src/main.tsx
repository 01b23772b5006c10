import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import './page.css';
import { readAddress } from './session/session.js';

const CodePage = lazy(() =>
  import('./code/code-page.js').then((module) => ({ default: module.CodePage })),
);

function page() {
  const { pathname, hash } = window.location;
  if (!pathname.endsWith('/code')) return <App opened={readAddress()} />;
  return (
    <Suspense>
      <CodePage state={decodeURIComponent(hash.slice(1))} />
    </Suspense>
  );
}

// Call this once: it removes the contents of the address from the history.
const shown = page();
createRoot(document.getElementById('root')!).render(shown);

// Lets `reload.js` load the page again if files are missing next time.
sessionStorage.removeItem('trellis-connect-reloaded');

// Another session may be opened in the same tab.
window.addEventListener('hashchange', () => window.location.reload());
