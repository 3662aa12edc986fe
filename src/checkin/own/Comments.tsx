import type { CheckIn } from '#contract/learning/checkIns.ts';
import { COMMENTS_TARGET } from '#contract/notifications/linkTargets.ts';
import { fullName } from '#contract/people.ts';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { LinkifiedText } from '#src/ui/text/LinkifiedText.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';

/** The manager's comments for the author of a check-in. */
export function Comments({ comments }: Pick<CheckIn, 'comments'>) {
  const { recentTime } = useFormats();
  if (comments.length === 0) return null;
  return (
    <section className="stack-3" id={COMMENTS_TARGET} tabIndex={-1} aria-labelledby="comments-title">
      <h2 className="title-3" id="comments-title">
        Comments
      </h2>
      <ul className="check-in-comments">
        {comments.map(({ commentId, by, at, text }) => (
          <li key={commentId}>
            <Avatar person={by} />
            <div className="grow">
              <p>
                <span className="strong">{fullName(by)}</span>{' '}
                <span className="small text-3">{recentTime(at)}</span>
              </p>
              <p className="pre-wrap">
                <LinkifiedText text={text} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
