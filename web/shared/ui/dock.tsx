import { type HTMLAttributes, type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * A bar at the bottom of the window, on every screen. Its height (`--docked`) is part of `--dock`, which is added to the page's
 * padding and moves other fixed elements up, so that it covers nothing. Each item is a `Docked`.
 */
export const Dock = ({ children }: { children: ReactNode }) => {
  const dock = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      // Rounded down, so that no gap appears between the dock and the elements above it.
      const height = Math.floor(entry?.borderBoxSize[0]?.blockSize ?? 0);
      style.setProperty('--docked', `${height}px`);
    });
    if (dock.current) observer.observe(dock.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--docked');
    };
  }, []);
  return (
    <div
      ref={dock}
      className="fixed inset-x-0 bottom-(--tab-bar) z-40 max-h-[60dvh] overflow-y-auto bg-raised has-data-docked:pb-(--safe-bottom)"
    >
      {children}
    </div>
  );
};

/** An item of the dock, as wide as the page's column. */
export const Docked = ({ children, ...rest }: HTMLAttributes<HTMLElement>) => (
  <section data-docked className="animate-fade border-t border-line" {...rest}>
    <div className="column py-2.5">{children}</div>
  </section>
);
