import { afterEach, beforeEach, vi } from 'vitest';
import { endTest, startTest } from './open-app.tsx';

// Deferred parts load at once. That they wait is tested end to end.
vi.mock('../shared/loading/deferred-import.ts', () => ({ afterIdleMoment: () => Promise.resolve() }));

beforeEach(startTest);
afterEach(endTest);
