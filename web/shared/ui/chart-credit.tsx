/** The licence of the charts asks for it. */
export const ChartCredit = () => (
  <>
    Charts by{' '}
    <a
      href="https://www.tradingview.com/"
      target="_blank"
      rel="noopener noreferrer"
      className="quiet-link underline"
    >
      TradingView
    </a>
  </>
);
