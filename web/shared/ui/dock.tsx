import { type HTMLAttributes, type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * The foot of the window, for what is offered on every screen. It hides nothing: as high as it is now (`--dock`), the page is
 * longer, and what stands at the window's foot (a pager, a composer, a message) stands above it. Each thing on it is a `Docked`.
 */
export const Dock = ({ children }: { children: ReactNode }) => {
  const dock = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      // Whole pixels, and none too many: no seam of the page shows between the dock and what stands on it.
      const height = Math.floor(entry?.borderBoxSize[0]?.blockSize ?? 0);
      style.setProperty('--dock', `${height}px`);
    });
    if (dock.current) observer.observe(dock.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--dock');
    };
  }, []);
  return (
    <div
      ref={dock}
      className="fixed inset-x-0 bottom-0 z-40 max-h-[60dvh] overflow-y-auto bg-raised has-data-docked:pb-[env(safe-area-inset-bottom)]"
    >
      {children}
    </div>
  );
};

/** One thing on the dock, in the page's own column. */
export const Docked = ({ children, ...rest }: HTMLAttributes<HTMLElement>) => (
  <section data-docked className="animate-fade border-t border-line" {...rest}>
    <div className="column py-2.5">{children}</div>
  </section>
);
