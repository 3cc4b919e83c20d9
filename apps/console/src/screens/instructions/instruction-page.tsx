import { Manual } from '@blueprintjs/icons';
import { useSearchParams } from 'react-router-dom';
import { INSTRUCTION_KINDS } from '#domain/instructions';
import '../../components/formatted-text.css';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState, ErrorState, LoadingPage } from '../../components/page-states.js';
import { RichText } from '../../components/rich-text.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { useViewTitle } from '../../lib/view.js';
import './instructions.css';
import { texts } from './texts.js';
import { useInstructionsOfKind } from './use-instructions.js';

/** NAV-009, 002 OI-010: all instructions of the kind in the address, newest first, for every signed-in user. */
const InstructionPage = () => {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const kind = INSTRUCTION_KINDS.find((each) => each === query.get('type')) ?? '0';
  const instructionQuery = useInstructionsOfKind(kind);
  const instructions = instructionQuery.data?.data;
  const [first, ...rest] = instructions ?? [];
  const only = rest.length === 0 ? first : undefined;
  useViewTitle(only?.title ?? null);
  if (instructionQuery.isPending)
    return (
      <>
        <PageHeader />
        <LoadingPage />
      </>
    );
  if (instructions === undefined)
    return (
      <>
        <PageHeader />
        <div className="page-body">
          <div className="card list-card">
            <ErrorState error={instructionQuery.error} onRetry={() => void instructionQuery.refetch()} />
          </div>
        </div>
      </>
    );
  if (!first)
    return (
      <>
        <PageHeader />
        <div className="page-body">
          <div className="card list-card">
            <EmptyState icon={<Manual size={28} />} title={t('noInstruction', { kind: t(`kind.${kind}`) })}>
              {t('noInstructionHint')}
            </EmptyState>
          </div>
        </div>
      </>
    );
  const heading = only?.title ?? t('readTitle');
  return (
    <>
      <PageHeader title={heading} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that scrolls must be reachable by keyboard */}
      <div className="page-body scrolls instruction-page-body" role="region" aria-label={heading} tabIndex={0}>
        {[first, ...rest].map(({ id, title, content, lastModificationTime }) => (
          <article key={id} className="card instruction-page" aria-label={title}>
            {only ? null : <h2 className="instruction-heading">{title}</h2>}
            <p className="aux muted">
              {t(`kind.${kind}`)}　{t('updatedAt', { time: dateTime(lastModificationTime) })}
            </p>
            <div className="formatted-text">
              <RichText html={content} links />
            </div>
          </article>
        ))}
      </div>
    </>
  );
};

export default InstructionPage;
