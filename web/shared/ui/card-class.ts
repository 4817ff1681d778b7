/** The surface of a card: border, rounded corners and shadow. */
export const cardClass = 'rounded-l border border-line-soft bg-surface shadow-lift';
