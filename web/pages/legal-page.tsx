import { LegalContent, type LegalName, legalTexts } from '../legal/legal-texts.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';

/** /terms and /privacy: the legal texts as pages. */
export const LegalPage = ({ name }: { name: LegalName }) => {
  const text = legalTexts[name];
  return (
    <div className="mx-auto max-w-190">
      <PageHead title={text.title} subtitle={text.effective} />
      <div className="column pb-6">
        <LegalContent text={text} />
      </div>
    </div>
  );
};
