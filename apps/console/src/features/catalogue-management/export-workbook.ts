import { exportCatalogue } from '#contract';
import { succeed } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { reportFailure } from '../../lib/failures.js';
import { addressOf, answerOf, headersOf, noResponse } from '../../lib/http.js';
import type { Keeper } from './keeper.js';
import { texts } from './texts.js';

/** Saves a catalogue as an .xlsx under the name the service gives it; what goes wrong is told. */
export const exportWorkbook = async ({ whose }: Keeper): Promise<void> => {
  try {
    const { content, name } = await download(whose);
    save(name, content);
    succeed(textOf(texts, 'exported'));
  } catch (error) {
    reportFailure(error);
  }
};

const download = async (whose: Keeper['whose']): Promise<{ content: Blob; name: string }> => {
  const response = await fetch(addressOf(exportCatalogue, whose), {
    method: exportCatalogue.method,
    headers: { ...headersOf({}), Accept: '*/*' },
    credentials: 'same-origin',
  }).catch(() => null);
  if (!response) throw noResponse(exportCatalogue, false);
  if (!response.ok)
    answerOf(exportCatalogue, {
      status: response.status,
      body: await response.text(),
      header: (name) => response.headers.get(name),
    });
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { content: await response.blob(), name: named === undefined ? 'catalogue.xlsx' : decodeURIComponent(named) };
};

const save = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
};
