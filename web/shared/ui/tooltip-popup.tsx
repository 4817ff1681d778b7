import { Tooltip } from '@base-ui/react/tooltip';

/** The drawn part of `Tooltip`, loaded when the first one opens. */
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
        {/* What it says its child says already; read out it would be heard twice, and outside every landmark. */}
        <Tooltip.Popup
          aria-hidden="true"
          className="animate-arrive rounded-s bg-text px-2.5 py-1.5 text-xs font-medium text-ink"
        >
          {text}
        </Tooltip.Popup>
      </Tooltip.Positioner>
    </Tooltip.Portal>
  </Tooltip.Root>
);

export default TooltipPopup;
