import { RATINGS_MIN_LEARNERS, RATINGS_MIN_SESSIONS } from '#contract/learning/coachees.ts';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';

export interface Ratings {
  listened: number | null;
  chosen: number | null;
  nextStep: number | null;
}

const QUESTIONS: { field: keyof Ratings; text: string }[] = [
  { field: 'listened', text: 'I was listened to' },
  { field: 'chosen', text: 'We worked on what I chose' },
  { field: 'nextStep', text: 'I leave with a next step' },
];
const SCALE = [1, 2, 3, 4, 5];

interface RatingFieldsProps {
  value: Ratings;
  onChange: (value: Ratings) => void;
  /** The other person. */
  name: string;
  isIncomplete: boolean;
  /** The other person sees averages of many sessions; a learner sees none. */
  areAveraged: boolean;
}

export function RatingFields({ value, onChange, name, isIncomplete, areAveraged }: RatingFieldsProps) {
  return (
    <section className="stack-3" aria-labelledby="ratings">
      <div className="row">
        <h2 className="title-2 grow" id="ratings">
          How was it for you?
        </h2>
        <p className="small text-2">1 = not at all, 5 = fully</p>
      </div>
      {QUESTIONS.map(({ field, text }) => (
        <fieldset key={field} className="rate">
          <legend>{text}</legend>
          <div className="rate-scale">
            {SCALE.map((number) => (
              <label key={number}>
                <input
                  type="radio"
                  name={field}
                  value={number}
                  checked={value[field] === number}
                  onChange={() => onChange({ ...value, [field]: number })}
                />
                {number}
              </label>
            ))}
          </div>
          {isIncomplete && value[field] === null && <p className="field-problem">Choose 1 to 5.</p>}
        </fieldset>
      ))}
      <PrivacyNote>
        {areAveraged
          ? `${name} sees only averages of at least ${RATINGS_MIN_SESSIONS} sessions with at least ${RATINGS_MIN_LEARNERS} people.`
          : `No screen shows these 3 ratings to ${name}.`}
      </PrivacyNote>
    </section>
  );
}
