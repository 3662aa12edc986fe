import { QUESTIONS_VERSION, type Question, type Questions } from '#contract/surveys/questions.ts';

const rating = (key: string, text: string): Question => ({
  key,
  type: 'rating',
  text,
  required: true,
  points: 5,
  lowLabel: 'Disagree',
  highLabel: 'Agree',
});
const long = (key: string, text: string): Question => ({ key, type: 'long', text, required: false });
const survey = (...sections: [title: string, ...questions: Question[]][]): Questions => ({
  version: QUESTIONS_VERSION,
  sections: sections.map(([title, ...questions], index) => ({ key: `s${index + 1}`, title, questions })),
});

interface Template {
  key: string;
  name: string;
  questions: Questions;
}

/** Templates for new surveys. */
export const templates: readonly Template[] = [
  {
    key: 'pulse',
    name: 'Pulse: how work is going',
    questions: survey(
      [
        'Your work',
        rating('q1', 'I know what is expected of me this month.'),
        rating('q2', 'My workload fits into my working hours.'),
        rating('q3', 'When I raise a problem, someone acts on it.'),
      ],
      [
        'Overall',
        {
          key: 'q4',
          type: 'nps',
          text: 'How likely are you to recommend us as a place to work?',
          required: true,
        },
        long('q5', 'What should we change first?'),
      ],
    ),
  },
  {
    key: 'onboarding',
    name: 'Onboarding: the first weeks',
    questions: survey(
      [
        'Your start',
        rating('q1', 'My equipment was ready on my first day.'),
        rating('q2', 'I know whom to ask when I need help.'),
        rating('q3', 'My first tasks matched what I was hired for.'),
      ],
      [
        'Overall',
        {
          key: 'q4',
          type: 'multiple',
          text: 'What helped you most?',
          required: false,
          options: [
            { key: 'o1', text: 'My manager' },
            { key: 'o2', text: 'My team' },
            { key: 'o3', text: 'Written guides' },
            { key: 'o4', text: 'Training' },
          ],
        },
        long('q5', 'What was missing in your first weeks?'),
      ],
    ),
  },
  {
    key: 'program',
    name: 'Program feedback',
    questions: survey(
      [
        'The program',
        rating('q1', 'The topics fit my work.'),
        rating('q2', 'I have enough time for the steps.'),
        rating('q3', 'I use what I have practised.'),
      ],
      [
        'Overall',
        {
          key: 'q4',
          type: 'nps',
          text: 'How likely are you to recommend the program to a colleague?',
          required: true,
        },
        long('q5', 'What would make the program more useful?'),
      ],
    ),
  },
];
