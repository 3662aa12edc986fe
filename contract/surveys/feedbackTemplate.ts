import { QUESTIONS_VERSION, type Question, type Questions } from './questions.ts';

const rating = (key: string, text: string): Question => ({
  key,
  type: 'rating',
  text,
  required: false,
  mayDecline: true,
  points: 5,
  lowLabel: 'Never',
  highLabel: 'Always',
});
const long = (key: string, text: string): Question => ({ key, type: 'long', text, required: false });

/**
 * The first questions of 360 feedback. They are written about the person, so that all groups read the same
 * text.
 */
export const feedbackQuestions: Questions = {
  version: QUESTIONS_VERSION,
  sections: [
    {
      key: 's1',
      title: 'Working together',
      questions: [
        rating('q1', 'Asks before giving an answer.'),
        rating('q2', 'Gives feedback within a day.'),
        rating('q3', 'Gives the reason for a decision.'),
        rating('q4', 'Keeps agreed appointments.'),
        rating('q5', 'Makes clear who decides.'),
      ],
    },
    {
      key: 's2',
      title: 'In your words',
      questions: [
        long('q6', 'What should this person keep doing?'),
        long('q7', 'What should this person do differently?'),
      ],
    },
  ],
};
