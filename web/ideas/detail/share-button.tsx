import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';

/** Opens the share sheet on phones and tablets; copies the address elsewhere. */
export const ShareButton = ({ path, title }: { path: string; title: string }) => {
  const url = new URL(path, location.origin).href;
  if (!('share' in navigator) || !matchMedia('(pointer: coarse)').matches)
    return <CopyButton text={url} label="Share" icon="share" done="Link copied" />;
  // Rejected when the person closes the sheet.
  const share = () => void navigator.share({ title, url }).catch(() => undefined);
  return (
    <Button size="s" onClick={share}>
      <Icon name="share" size={18} />
      Share
    </Button>
  );
};
