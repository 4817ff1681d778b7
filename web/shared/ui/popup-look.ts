/** What dialogs share: a veil, and a sheet that becomes a centred box where there is room. */
export const backdropLook =
  'fixed inset-0 z-40 bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

export const popupLook =
  'fixed inset-x-0 bottom-0 z-40 flex max-h-[88dvh] flex-col rounded-t-l bg-surface shadow-float outline-none transition-[opacity,translate] duration-180 ease-out data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:inset-x-4 sm:top-1/2 sm:bottom-auto sm:mx-auto sm:max-h-[84dvh] sm:-translate-y-1/2 sm:rounded-l sm:data-ending-style:-translate-y-[calc(50%-8px)] sm:data-starting-style:-translate-y-[calc(50%-8px)]';
