import '../i18n/language.js';
import '../styles/tokens.css';
import './mobile.css';
import { createRoot } from 'react-dom/client';
import { applyTheme } from '../lib/preferences.js';
import { MobileApp } from './mobile-app.js';

applyTheme();

const root = document.getElementById('root');
if (root) createRoot(root).render(<MobileApp />);
