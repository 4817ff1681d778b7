import { Dialog } from '../../shared/ui/dialog.tsx';
import { LegalContent, type LegalName, legalTexts } from './legal-texts.tsx';

/** A legal text over the login; loaded when it is asked for. */
const LegalDialog = ({
  name,
  title,
  open,
  onOpenChange,
}: {
  name: LegalName;
  /** As the link that opened it calls it. */
  title?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => {
  const text = legalTexts[name];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title ?? text.title} description={text.effective}>
      <LegalContent text={text} />
    </Dialog>
  );
};

export default LegalDialog;
