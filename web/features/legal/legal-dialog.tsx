import { Dialog } from '../../shared/ui/dialog.tsx';
import { LegalContent, type LegalName, legalTexts } from './legal-texts.tsx';

/** A legal text in a dialog over the login; loaded on demand. */
const LegalDialog = ({
  name,
  open,
  onOpenChange,
}: {
  name: LegalName;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => {
  const text = legalTexts[name];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={text.title} description={text.effective}>
      <LegalContent text={text} />
    </Dialog>
  );
};

export default LegalDialog;
