import type { BulkException } from '#contract/administration/bulk.ts';
import { plural } from '#src/ui/text/plural.ts';

const SHOWN = 20;

/** People whom an action skipped, each with the reason. */
export function Exceptions({ title, exceptions }: { title: string; exceptions: readonly BulkException[] }) {
  if (exceptions.length === 0) return null;
  const more = exceptions.length - SHOWN;
  return (
    <div className="exceptions">
      <p className="strong">{title}</p>
      <ul>
        {exceptions.slice(0, SHOWN).map(({ userId, name, reason }) => (
          <li key={`${userId} ${reason}`}>
            <bdi className="strong">{name}</bdi>: {reason}
          </li>
        ))}
        {more > 0 && <li>{plural(more, '# more person', '# more people')}</li>}
      </ul>
    </div>
  );
}
