import { Tooltip } from '@base-ui/react/tooltip';

/** The lazy part of `Tooltip`. */
const TooltipPopup = ({
  text,
  open,
  anchor,
}: {
  text: string;
  open: boolean;
  anchor: () => Element | null;
}) => (
  <Tooltip.Root open={open}>
    <Tooltip.Portal>
      <Tooltip.Positioner anchor={anchor} sideOffset={6} collisionPadding={8} className="z-50">
        {/* Hidden from screen readers: the anchor has the same accessible name. */}
        <Tooltip.Popup
          aria-hidden="true"
          className="animate-arrive rounded-s bg-text px-2.5 py-1.5 text-xs font-medium text-background"
        >
          {text}
        </Tooltip.Popup>
      </Tooltip.Positioner>
    </Tooltip.Portal>
  </Tooltip.Root>
);

export default TooltipPopup;
