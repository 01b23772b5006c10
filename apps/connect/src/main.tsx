import { createRoot } from 'react-dom/client';
import './page.css';

createRoot(document.getElementById('root')!).render(<main />);
