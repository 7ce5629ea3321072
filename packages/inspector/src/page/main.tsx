import { createRoot } from 'react-dom/client';
import './main.css';

const page = document.querySelector('#page');
if (page !== null) createRoot(page).render(<h1>Emend inspector</h1>);
