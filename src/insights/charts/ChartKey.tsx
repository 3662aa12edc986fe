/**
 * What the filled and the outlined part of each bar mean. Tables contain the same information, so screen
 * readers skip it.
 */
export function ChartKey({ filled, outline }: { filled: string; outline: string }) {
  return (
    <ul className="chart-key" aria-hidden="true">
      <li>
        <span className="key-main" />
        {filled}
      </li>
      <li>
        <span className="key-outline" />
        {outline}
      </li>
    </ul>
  );
}
