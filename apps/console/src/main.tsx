import './i18n/language.js';
import '@blueprintjs/core/lib/css/blueprint.css';
import './styles/tokens.css';
import './styles/global.css';
import './styles/shell.css';
import './styles/form.css';
import './styles/table.css';
import './styles/list.css';
import './styles/dialog.css';
import './styles/login.css';
import './styles/phone.css';
import { BlueprintProvider, FocusStyleManager } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.js';
import { routes } from './app/features.js';
import { KeysDialog } from './app/keys-dialog.js';
import { texts } from './components/texts.js';
import { toastWarning } from './components/toaster.js';
import { textOf } from './i18n/texts.js';
import { watchScriptErrors } from './lib/failures.js';
import { joinPastedLines, watchTruncatedPastes } from './lib/paste.js';
import { applySize, applyTheme } from './lib/preferences.js';
import { queryClient } from './lib/queries.js';

watchScriptErrors();
applyTheme();
applySize();
FocusStyleManager.onlyShowFocusOnTabs();

const root = document.getElementById('root');
if (root) {
  joinPastedLines(document);
  watchTruncatedPastes(document, (max) => toastWarning(textOf(texts, 'pasteCut', { max })));
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <BlueprintProvider
        hotkeysProviderRenderDialog={({ isDialogOpen, hotkeys }, { handleDialogClose }) =>
          isDialogOpen ? <KeysDialog hotkeys={hotkeys} onClose={handleDialogClose} /> : <></>
        }
      >
        <BrowserRouter>
          <App routes={routes} />
        </BrowserRouter>
      </BlueprintProvider>
    </QueryClientProvider>,
  );
}
