import type { TermTexts } from '../term-text.ts';

/** The life of an idea on Chartlark, its record, and practice. */
export const recordTerms = {
  pending: {
    title: 'Pending',
    words: ['status', 'waiting', 'not entered'],
    text: 'The status of a published idea that waits for its entry. It is also what an educator chooses to take back a result. It counts as active: customers see it in the market, marked with the word Pending. A pending idea has no result yet.',
    related: ['active', 'successful', 'entry', 'confirmation'],
  },
  active: {
    title: 'Active',
    words: ['status', 'open', 'running', 'live'],
    text: 'The status of an idea that is being followed. Active ideas are in the market, and their educator may still change levels or notes; each change is recorded and shown. An idea stays active until its educator closes it, and has no result until then.',
    related: ['pending', 'successful', 'unsuccessful', 'change-log'],
  },
  successful: {
    title: 'Successful',
    words: ['status', 'closed', 'win', 'success', 'completed'],
    text: 'The status of an idea that its educator closed as having worked, with the level price reached where that is recorded. It moves from the market to the history. The track record does not rely on the word: it computes the result in R from the level reached.',
    related: ['unsuccessful', 'track-record', 'active', 'exit'],
  },
  unsuccessful: {
    title: 'Unsuccessful',
    words: ['status', 'closed', 'loss', 'failure', 'failed'],
    text: 'The status of an idea that its educator closed as not having worked, usually because price reached the invalidation level. It moves from the market to the history and counts in the track record like every other idea, also when it is deleted later.',
    related: ['successful', 'invalid', 'track-record', 'lesson'],
  },
  invalid: {
    title: 'Invalid',
    words: ['status', 'invalidated', 'cancelled'],
    text: 'The status of an idea whose invalidation level was broken. The card shows it as INVALID, with its levels struck through. Nobody recorded whether the entry was reached before, so the track record counts a range: from −1R, a full loss, to 0R, never entered.',
    related: ['invalidation', 'unsuccessful', 'track-record', 'r'],
  },
  'correction-window': {
    title: 'Correction window',
    words: ['five minutes', 'typo', 'edit', 'correction'],
    text: 'The first five minutes after an idea is published or first closed. A change in that time counts as fixing a typo: the track record uses the levels as they are when the five minutes end. Levels may still be changed later, and that is shown, but it no longer changes what 1R is.',
    related: ['published-plan', 'change-log', 'r', 'track-record'],
  },
  'published-plan': {
    title: 'Published plan',
    words: ['plan', 'locked levels', 'original levels'],
    text: 'The levels of an idea as they are five minutes after publishing. Risk and R are computed with them for good, so moving the invalidation level later cannot make a result look better. Where a level was moved since, the card says so beside it.',
    related: ['correction-window', 'r', 'change-log', 'track-record'],
  },
  'change-log': {
    title: 'Change log',
    words: ['ledger', 'history of changes', 'audit', 'tamper-evident', 'revision'],
    text: 'The record of every change to every idea: who published, edited, closed or deleted what, and when. Entries are only ever added, and each contains a code of the one before, so a later alteration shows. Anyone signed in can download it and anyone can verify the file.',
    related: ['fingerprint', 'track-record', 'correction-window'],
  },
  fingerprint: {
    title: 'Fingerprint',
    words: ['hash', 'sha-256', 'checksum', 'head'],
    text: 'A short code computed from data, here with SHA-256. The fingerprint of the change log stands for all its entries: altering a single one gives another fingerprint. Your browser remembers it and warns you when the change log no longer contains what it has seen before.',
    related: ['change-log', 'track-record'],
  },
  verification: {
    title: 'Verification',
    words: ['verify', 'check', 'proof', 'tamper-evident'],
    text: 'A check of the change log in your own browser. It computes the fingerprint of every entry again, so an entry that was altered or removed shows, and compares the log with what the browser saw before. It does not prove that what educators reported is true.',
    related: ['change-log', 'fingerprint', 'track-record'],
  },
  'track-record': {
    title: 'Track record',
    words: ['performance', 'results', 'statistics', 'history of an educator'],
    text: 'All ideas of an educator with their results in R, computed from the change log. Losing, invalid and deleted ideas are included. Educators report the level price reached; it is not checked against market data, and costs are not included. Past results do not predict future ones.',
    related: ['change-log', 'exit-plan', 'expectancy', 'drawdown', 'win-rate'],
  },
  'cumulative-r': {
    title: 'Cumulative R',
    words: ['equity curve', 'running total', 'sum of results'],
    text: 'The results of all closed ideas in R, added up in the order in which the ideas were first closed. A rising line means that gains were larger than losses so far. Its deepest fall below an earlier high is the drawdown. Where a result is not certain, there is a range.',
    related: ['r', 'drawdown', 'expectancy', 'exit-plan'],
  },
  'own-position': {
    title: "Educator's own position",
    words: ['disclosure', 'conflict of interest', 'skin in the game', 'my own position'],
    text: 'What educators say about their own trading when they publish an idea: whether they hold a position in the same or the opposite direction, plan to open one, or hold none. It tells you whose interest is behind an idea. Chartlark shows the answer and does not check it.',
    related: ['change-log', 'track-record', 'orientation'],
  },
  lesson: {
    title: 'Lesson',
    words: ['lesson learned', 'review', 'what happened'],
    text: 'A short text in which the educator says what a closed idea has taught, whatever its result. It can carry a topic such as entry, position size or patience. Lessons from losing ideas are worth reading most, because they show what a plan did not foresee.',
    related: ['unsuccessful', 'successful', 'track-record'],
  },
  forecast: {
    title: 'Forecast',
    words: ['prediction', 'probability', 'estimate', 'practice'],
    text: 'A statement about the future with a probability, for example a 60% chance that an idea reaches exit 1 before its invalidation level. A single outcome cannot prove it right or wrong. Many forecasts together can, which is what calibration and the Brier score measure.',
    related: ['brier-score', 'calibration', 'baseline-chance', 'base-rate'],
  },
  'brier-score': {
    title: 'Brier score',
    words: ['score', 'accuracy of forecasts', 'squared error'],
    text: 'A measure of how good forecasts were: the squared difference between the probability given and what happened, as 1 or 0, averaged over all forecasts. Zero is perfect, and always saying 50% gives 0.25. It rewards saying what you really believe, neither bolder nor more cautious.',
    related: ['forecast', 'calibration', 'baseline-chance'],
  },
  calibration: {
    title: 'Calibration',
    words: ['calibrated', 'overconfidence', 'reliability'],
    text: 'How well probabilities match what happens. Somebody is well calibrated when about 70% of the things they call 70% likely come true. Forecasts that come true less often than stated are overconfident. It takes many forecasts to tell, so look at how many a figure is based on.',
    related: ['forecast', 'brier-score', 'base-rate'],
  },
  'baseline-chance': {
    title: 'Baseline chance',
    words: ['chance by luck', 'gambler’s ruin', 'random walk', '1 / (1 + r)'],
    text: 'The chance that a price moving at random, without a trend, reaches exit 1 before the invalidation level: 1 ÷ (1 + R of exit 1). For an exit at 1R that is 50%, at 3R it is 25%. Costs lower it. A forecast is only useful if it beats this number.',
    related: ['risk-reward', 'r', 'forecast', 'brier-score'],
  },
  'base-rate': {
    title: 'Base rate',
    words: ['prior', 'how often', 'frequency'],
    text: 'How often something happened in comparable cases, before looking at what is special about this one. If four in ten similar ideas reached exit 1, begin with 40% and adjust from there. Starting with the story of a single chart instead usually leads to too much confidence.',
    related: ['forecast', 'calibration', 'win-rate', 'baseline-chance'],
  },
} as const satisfies TermTexts;
