import type { TreeRow } from './treeRows.ts';

/** Maximum number of indented levels, so that names stay readable on phones. */
export const MAX_INDENT = 4;

/** The lines that connect a row with its parent department. */
export function Branches({ row: { level, lines, position, neighbours } }: { row: TreeRow }) {
  if (level === 1) return null;
  const branches = [
    ...lines.map((goesOn) => (goesOn ? 'line' : 'none')),
    position === neighbours ? 'last' : 'more',
  ];
  const shown = branches.slice(-MAX_INDENT);
  return (
    <>
      {shown.map((kind, index) => (
        <i key={shown.length - index} className={`branch branch-${kind}`} aria-hidden="true" />
      ))}
    </>
  );
}
