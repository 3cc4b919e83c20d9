import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import {
  getBuSampleInfo,
  getCategoryList,
  getOtherInfo,
  getParamPack,
  getParamPacks,
  getSampleRequirements,
  getSampleTree,
  getStandardList,
  getTestParameters,
  searchCategorySamples,
} from '#contract';
import { chooseLanguage } from '../../i18n/language.js';
import { currentFailure } from '../../lib/failures.js';
import { parameterWith, rawMaterialWith } from '../../testing/consignment.js';
import { client, renderConsole } from '../../testing/render.js';
import { chosenRow, renderSamplePage } from '../../testing/sample-page.js';
import { SampleSelectionDialog } from '../selection/sample-selection.dialog.js';
import { QuoteStandardDialog } from '../standards/quote-standard.dialog.js';
import {
  renderDialog,
  formContextWith,
  withOfferedParameters,
  withPacks,
  showDialog,
} from '../testing/selection-dialog.js';
import { SampleEditor } from './sample-editor.js';

const page = renderSamplePage(SampleEditor);
const alert = async () => within(await screen.findByRole('alertdialog'));
beforeEach(() => chooseLanguage('en'));
afterEach(() => chooseLanguage('zh'));

const openTree = () =>
  renderConsole(
    <SampleSelectionDialog
      host={formContextWith()}
      onClose={() => undefined}
      onConfirmed={() => Promise.resolve(true)}
    />,
    { user: client },
  );

describe('a failure to load', () => {
  it('SERR-002 parameters shows an alert titled “prompt” with the server’s message or, if it is empty, a default one', async () => {
    for (const [message, text] of [
      ['', 'failed to get parameters!'],
      ['The laboratory is closed', 'The laboratory is closed'],
    ] as const) {
      withOfferedParameters(page.server, page.parameter);
      page.server.refuse(getTestParameters, { status: 500, message });
      renderDialog();
      const prompt = await screen.findByRole('alertdialog', { name: 'prompt' });
      expect(within(prompt).getByText(text)).toBeTruthy();
      await page.user.click(within(prompt).getByRole('button', { name: 'OK' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      cleanup();
    }
    await chooseLanguage('zh');
    page.server.refuse(getTestParameters, { status: 500, message: '' });
    renderDialog();
    expect(within(await screen.findByRole('alertdialog', { name: '提示' })).getByText('获取参数失败！')).toBeTruthy();
  }, 60_000);

  it('SERR-001 standards, packs, big categories or a search shows the document’s message once', async () => {
    withOfferedParameters(page.server, page.parameter);
    for (const operation of [getStandardList, getParamPacks, getCategoryList, searchCategorySamples])
      page.server.refuse(operation, { status: 500, message: '' });
    const expectOnce = async (text: string) => expect(await screen.findAllByText(text)).toHaveLength(1);
    renderConsole(
      <QuoteStandardDialog testUnitId={null} existingIds={[]} onClose={() => undefined} onQuoted={() => undefined} />,
      { user: client },
    );
    await expectOnce('failed to get standard information');
    cleanup();
    openTree();
    await page.user.type(await screen.findByRole('textbox', { name: /sample name/i }), 'sand{Enter}');
    await expectOnce('search sample error');
    cleanup();
    openTree();
    await page.user.click(await screen.findByRole('button', { name: 'Category' }));
    await expectOnce('failed to get major categories');
    cleanup();
    await chooseLanguage('zh');
    renderDialog();
    await chooseLanguage('en');
    await expectOnce('failed to get the quick parameters!');
  }, 60_000);

  it('SERR-003 the sample tree shows an error with the server’s message, if there is one', async () => {
    withOfferedParameters(page.server);
    page.server.refuse(getSampleTree, { status: 500, message: 'The catalogue is being rebuilt' });
    openTree();
    const failed = within(await screen.findByRole('alert'));
    expect([
      failed.getByText('failed to get sample tree'),
      failed.getByText(/The catalogue is being rebuilt/),
    ]).toHaveLength(2);
    cleanup();
    page.server.refuse(getSampleTree, { status: 500, message: '' });
    openTree();
    expect(await within(await screen.findByRole('alert')).findByText('failed to get sample tree')).toBeTruthy();
  });

  it('SERR-006 the sample, its parameters, its pack or the configuration of the pack shows the message of the sample form', async () => {
    page.server.refuse(getBuSampleInfo, { status: 404, message: '' });
    await page.open();
    expect(await screen.findByText('sample id does not exist')).toBeTruthy();
    cleanup();
    page.server.respondWith(getBuSampleInfo, () => page.sample);
    page.server.refuse(getTestParameters, { status: 500, message: '' });
    await page.open();
    expect(await screen.findByText('failed to get test parameters')).toBeTruthy();
    expect(screen.getByText('比表面积')).toBeTruthy();
    cleanup();
    page.server.respondWith(getTestParameters, [page.parameter]);
    const packed = {
      buSampleParamPackInfo: { id: 'pack', packFlag: 1 as const, packId: crypto.randomUUID(), packJson: '{}' },
    };
    page.server.refuse(getParamPack, { status: 500, message: '' });
    await page.open(packed);
    expect(await screen.findByText('failed to get packed parameters')).toBeTruthy();
    cleanup();
    page.server.respondWith(getParamPack, { id: 'p', name: '常规', sampleId: 's', packJson: '', entries: [] });
    await page.open(packed);
    expect(await screen.findByText('failed to get packed parameter configuration')).toBeTruthy();
  });

  it('SERR-007 other information shows the server’s message; requirements show it or, if it is empty, a default one', async () => {
    page.server.refuse(getOtherInfo, { status: 500, message: 'no properties today' });
    await page.open();
    await waitFor(() => expect(currentFailure.get()).toEqual({ kind: 'message', message: 'no properties today' }));
    cleanup();
    for (const [message, text] of [
      ['requirements are being revised', 'requirements are being revised'],
      ['', 'get sample receipt requirements exception'],
    ] as const) {
      withOfferedParameters(page.server, page.parameter);
      page.server.refuse(getSampleRequirements, { status: 500, message });
      await chooseLanguage('zh');
      renderDialog();
      await chooseLanguage('en');
      expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
      cleanup();
    }
  });
});

describe('an alert of the sample form', () => {
  it('SERR-005 names a parameter that is not offered, under its title', async () => {
    const notOffered = parameterWith({ name: 'fineness', displayName: 'fineness', offered: false });
    withOfferedParameters(page.server, page.parameter, notOffered);
    await chooseLanguage('zh');
    await showDialog();
    await chooseLanguage('en');
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select fineness' }));
    const problemAlert = within(await screen.findByRole('alertdialog', { name: 'parameter not offered' }));
    expect(
      problemAlert.getByText(
        'parameter [fineness] is not yet offered, cannot be selected! Thank you for your support and feedback',
      ),
    ).toBeTruthy();
  });

  it('SERR-009 asks before a change to the parameters of a pack and before a raw material is removed, with two buttons', async () => {
    withPacks(page.server, page.parameter);
    page.server.respondWith(getParamPacks, [{ id: 'p1', name: '常规', paramCount: 1 }]);
    await page.open({
      buSampleParamPackInfo: { id: 'pack', packFlag: 1, packId: 'p1', packJson: '{}' },
      tuSampleParamIds: [chosenRow(page.parameter)],
      buSampleInfoRefSampleInfo: [rawMaterialWith()],
    });
    await page.user.click(await screen.findByRole('button', { name: 'Remove 比表面积' }));
    const change = await alert();
    expect(
      change.getByText(
        'quick-select parameters are provided by the testing institution; changing parameters or standards will affect the parameter-standard mapping; advise contacting the institution to adjust them; continue?',
      ),
    ).toBeTruthy();
    expect(change.getAllByRole('button').length).toBeGreaterThanOrEqual(2);
    await page.user.click(change.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const [removal] = screen.getAllByRole('button', { name: /row 1.*(remove|delete)|(remove|delete).*row 1/i });
    await page.user.click(removal as HTMLElement);
    const question = await alert();
    expect(question.getByText('confirm removal of this row?')).toBeTruthy();
    expect(question.getAllByRole('button').length).toBeGreaterThanOrEqual(2);
  });
});
