import { RATINGS_MIN_LEARNERS, RATINGS_MIN_SESSIONS } from '#contract/learning/coachees.ts';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';

export interface Ratings {
  listened: number | null;
  chosen: number | null;
  nextStep: number | null;
}

/** The learner and the coach rate the same three things: how the session was for the learner. */
const statementsFor = (learner: string | null): { field: keyof Ratings; text: string }[] => [
  { field: 'listened', text: learner === null ? 'I was listened to' : `${learner} was listened to` },
  {
    field: 'chosen',
    text: learner === null ? 'We worked on what I chose' : `We worked on what ${learner} chose`,
  },
  {
    field: 'nextStep',
    text: learner === null ? 'I leave with a next step' : `${learner} leaves with a next step`,
  },
];
const SCALE = [1, 2, 3, 4, 5];
const idOf = (field: keyof Ratings) => `rating-${field}`;

/** Statements that are not rated yet, with the ids of their first choices. */
export const missingRatings = (value: Ratings, learner: string | null) =>
  statementsFor(learner)
    .filter(({ field }) => value[field] === null)
    .map(({ field, text }) => ({ id: idOf(field), text: `${text}: choose 1 to 5` }));

interface RatingFieldsProps {
  value: Ratings;
  onChange: (value: Ratings) => void;
  /** The other person. */
  name: string;
  /** The learner's first name, for their coach or manager; null for the learner. */
  learner: string | null;
  isIncomplete: boolean;
}

export function RatingFields({ value, onChange, name, learner, isIncomplete }: RatingFieldsProps) {
  return (
    <section className="stack-3" aria-labelledby="ratings">
      <div className="row">
        <h2 className="title-2 grow" id="ratings">
          {learner === null ? 'How was it for you?' : `How was it for ${learner}?`}
        </h2>
        <p className="small text-2">1 = not at all, 5 = fully. All three are required.</p>
      </div>
      {statementsFor(learner).map(({ field, text }) => {
        const isMissing = isIncomplete && value[field] === null;
        return (
          <fieldset
            key={field}
            className="rate"
            aria-describedby={isMissing ? `${idOf(field)}-problem` : undefined}
          >
            <legend>{text}</legend>
            <div className="rate-scale">
              {SCALE.map((number, index) => (
                <label key={number}>
                  <input
                    type="radio"
                    id={index === 0 ? idOf(field) : undefined}
                    name={field}
                    value={number}
                    checked={value[field] === number}
                    onChange={() => onChange({ ...value, [field]: number })}
                  />
                  {number}
                </label>
              ))}
            </div>
            {isMissing && (
              <p className="field-problem" id={`${idOf(field)}-problem`}>
                Choose 1 to 5.
              </p>
            )}
          </fieldset>
        );
      })}
      <PrivacyNote>
        {learner === null
          ? `${name} sees only averages of at least ${RATINGS_MIN_SESSIONS} sessions with at least ${RATINGS_MIN_LEARNERS} people.`
          : `No screen shows these 3 ratings to ${name}.`}
      </PrivacyNote>
    </section>
  );
}
