import { commands } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    wheel: (deltaX: number, deltaY: number) => Promise<void>;
    mouse: (steps: MouseStep[]) => Promise<void>;
  }
}

export type MouseStep = ['move', number, number] | ['down'] | ['up'];

/** Turns the wheel over the page. */
export const wheel = (deltaY: number, deltaX = 0): Promise<void> => commands.wheel(deltaX, deltaY);

/** Moves and presses the mouse, in the coordinates of the page under test. */
export const moveMouse = (...steps: MouseStep[]): Promise<void> => commands.mouse(steps);
