import { Button } from '@blueprintjs/core';
import { Document, Print } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { AppDialog } from '../../components/app-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { useTexts } from '../../i18n/texts.js';
import { userQuery } from '../../lib/session.js';
import { useFeatureCommands } from '../../lib/feature-commands.js';
import { canMakePdf } from './can-make-pdf.js';
import { printQuery, PrintSheets } from './print-sheet.js';
import { texts } from './texts.js';

/** The print preview over any page. The PDF flow goes on when it is closed. */
export const PrintPreviewDialog = ({ ids, onClose }: { ids: readonly string[]; onClose(): void }) => {
  const t = useTexts(texts);
  const { openPdf } = useFeatureCommands();
  const printed = useQuery(printQuery(ids)).data;
  // Dialogs opened from code are rendered beside the signed-in part of the console.
  const user = useQuery({ ...userQuery, enabled: false }).data;
  const codeOf = (id: string): string => printed?.find((each) => each.id === id)?.consignCode || t('draftRow');
  const [only, ...rest] = printed ?? [];
  const makePdf = () => {
    onClose();
    void openPdf(ids, codeOf);
  };
  return (
    <AppDialog
      title={
        only && rest.length === 0
          ? only.title
          : t(ids.length > 1 ? 'previewSeveral' : 'previewTitle', { n: ids.length })
      }
      width={900}
      canOutsideClickClose
      onClose={onClose}
      footer={
        <>
          <Button text={t('close')} onClick={onClose} />
          {canMakePdf(user) && (
            <Button className="push" icon={<Document />} text={t('makePdf')} disabled={!printed} onClick={makePdf} />
          )}
          <Button
            className={canMakePdf(user) ? '' : 'push'}
            intent="primary"
            icon={<Print />}
            text={t('print')}
            disabled={!printed}
            onClick={() => window.print()}
          />
        </>
      }
    >
      <PrintSheets ids={ids} />
    </AppDialog>
  );
};

/** Opens it from code. */
export const previewPrint = (ids: readonly string[]): void => {
  if (ids.length > 0) void openDialog<void>((settle) => <PrintPreviewDialog ids={ids} onClose={() => settle()} />);
};
