import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type LedgerRow, redactRow } from '../../../contract/record/ledger.ts';
import { createLedgerRows } from '../../../contract/record/ledger-rows.fixture.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { FakeLedger } from '../../testing/fake-ledger.ts';
import { openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectLive, expectShown } from '../../testing/page.ts';

/** Verifying a file of the change log on one's own device. That a downloaded file verifies is tested end to end. */
beforeEach(() => {
  new FakeIdeas(server());
});

const result = () => page.getByRole('region', { name: 'Result' });
const saved = () => page.getByLabelText('Compare with a saved fingerprint');
const checkFile = (content: unknown, name = 'ledger.json') => {
  const data = new DataTransfer();
  data.items.add(new File([JSON.stringify(content)], name, { type: 'application/json' }));
  const input = page.getByLabelText('Change log file').element() as HTMLInputElement;
  input.files = data.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};
const open = async (as?: null) => {
  await openApp('/verify', as === null ? { as } : {});
  await expect.element(page.getByLabelText('Change log file')).toBeInTheDocument();
};

describe('a long file', () => {
  type NotedWorker = { steps: { state: string; checked?: number }[]; isTerminated: boolean };
  /** The workers that the page starts from now on, with what they reported. */
  const watchWorkers = (): NotedWorker[] => {
    const workers: NotedWorker[] = [];
    const Plain = Worker;
    vi.stubGlobal(
      'Worker',
      class extends Plain {
        readonly noted: NotedWorker = { steps: [], isTerminated: false };
        constructor(...given: ConstructorParameters<typeof Worker>) {
          super(...given);
          workers.push(this.noted);
          this.addEventListener('message', ({ data }) => this.noted.steps.push(data));
        }
        override terminate() {
          this.noted.isTerminated = true;
          super.terminate();
        }
      },
    );
    return workers;
  };

  it('is verified in a worker, which reports its progress and ends', async () => {
    const rows = await createLedgerRows(3_000);
    await open();
    // The page hashes in a worker, so it stays responsive.
    const digest = vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(new Error('hashed in the page'));
    const workers = watchWorkers();
    checkFile(rows);
    await expectShown(
      page.getByRole('status').getByText(/^Reading ledger\.json|^Checking entry \d+ of 3000/),
    );
    await expectShown(page.getByText('Change log intact'));
    digest.mockRestore();
    expect(workers).toHaveLength(1);
    const checked = workers[0]?.steps.flatMap((step) => step.checked ?? []);
    expect(checked).toEqual([0, 500, 1_000, 1_500, 2_000, 2_500, 3_000]);
    expect(workers[0]?.isTerminated).toBe(true);
  });

  it('shows how far it has come', async () => {
    await open();
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        onmessage?: (event: { data: object }) => void;
        postMessage() {
          this.onmessage?.({ data: { state: 'checking', checked: 500, total: 20_000 } });
        }
        terminate() {}
      },
    );
    checkFile([]);
    await expectShown(page.getByRole('status').getByText('Checking entry 500 of 20000 …'));
    const bar = page.getByRole('progressbar', { name: 'Entries' }).element() as HTMLProgressElement;
    expect([bar.value, bar.max]).toEqual([500, 20_000]);
  });

  it('is given up for another file, and its result is never shown', async () => {
    const rows = await createLedgerRows(3_000);
    await open();
    const workers = watchWorkers();
    checkFile(rows, 'long.json');
    checkFile(rows.slice(1, 3), 'short.json');
    await expectShown(page.getByText('Change log altered'));
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
    expect(workers[0]?.steps.some(({ state }) => state === 'done')).toBe(false);
    await expectGone(page.getByText('Change log intact'));
  });
});

describe('a file that is compared with what this browser saw', () => {
  let rows: LedgerRow[];
  const openWithHead = async () => {
    rows = (await createLedgerRows(12)).map((row, index) => (index === 2 ? redactRow(row) : row));
    const ledger = new FakeLedger(server(), rows);
    await openApp('/customer/educators');
    await expectLive();
    ledger.announce();
    await expect.poll(() => JSON.parse(localStorage.getItem('ledgerHead') ?? 'null')).toEqual(ledger.head);
    await open();
  };

  it('is intact, and says what that cannot prove, without sending anything', async () => {
    await openWithHead();
    const fetching = vi.spyOn(window, 'fetch');
    checkFile(rows);
    await expectShown(result().getByText('Change log intact'));
    await expect.poll(() => document.activeElement?.textContent).toContain('Change log intact');
    await expectShown(result().getByText('so the history is unchanged'));
    await expectShown(result().getByText('That nothing is missing after your saved fingerprint.'));
    const sent = fetching.mock.calls.filter(
      ([url, init]) => (init?.method ?? 'GET') !== 'GET' && !/reading/.test(`${url}`),
    );
    expect(sent).toEqual([]);
    fetching.mockRestore();
  });

  it('names the entry that was altered', async () => {
    await openWithHead();
    checkFile(rows.with(4, { ...rows[4]!, at: '2020-01-01T00:00:00.000Z' } as LedgerRow));
    await expectShown(result().getByText('Change log altered'));
    await expectShown(result().getByText('Entry 5 was altered'));
    await expectShown(result().getByText('Entries 1 to 4 are intact.'));
    await expectShown(result().getByText('That entry 5 or any after it can be trusted.'));
    await expectGone(result().getByText('No entry was altered'));
  });

  it('misses entries that were cut off', async () => {
    await openWithHead();
    checkFile(rows.slice(0, -2));
    await expectShown(result().getByRole('heading', { name: 'Change log incomplete' }));
    await expectShown(result().getByText('This change log is shorter than your saved one'));
    await expectGone(result().getByText('removed, added'));
  });
});

describe('a file of somebody who is not signed in', () => {
  it('opens to everyone, compares with a saved fingerprint, and offers no download', async () => {
    const rows = await createLedgerRows(12);
    await open(null);
    await expectShown(page.getByRole('heading', { name: 'Verify the change log' }));
    await expectGone(page.getByRole('button', { name: 'Download the change log' }));
    checkFile(rows.slice(0, -1));
    await expectShown(result().getByText('Change log intact'));
    await expectShown(result().getByText('No saved fingerprint'));

    await saved().fill(`${rows.length}:${rows.at(-1)?.hash}`);
    checkFile(rows.slice(0, -1));
    await expectShown(result().getByText('This change log is shorter than your saved one'));
    await saved().fill(`3:${rows.at(-1)?.hash}`);
    checkFile(rows);
    await expectShown(result().getByRole('heading', { name: 'Change log rewritten' }));
    await expectGone(result().getByText('No entry was altered'));
  });

  it('rejects other fingerprints and files with a message', async () => {
    await open(null);
    await saved().fill('yesterday');
    await expectShown(page.getByText('A fingerprint looks like 120:9f2c… (64 hex digits)'));
    checkFile({ not: 'a ledger' }, 'other.json');
    await expectShown(page.getByText("other.json isn't a change log file"));
  });
});
