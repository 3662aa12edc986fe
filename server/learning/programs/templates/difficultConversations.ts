import { agreementQuiz } from './agreementQuiz.ts';
import { factsOrAssumptions } from './factsOrAssumptions.ts';
import { manifestScenario } from './manifestScenario.ts';
import type { ProgramText } from './programText.ts';

/** A program with interactive challenges, steps that depend on each other, and confirmation by the manager. */
export const difficultConversations: ProgramText = {
  name: 'Difficult conversations',
  purpose: 'Prepare a difficult conversation, stick to the facts and end with an agreement.',
  confirmation: 'manager',
  topics: [
    {
      title: 'Opening the conversation',
      behaviorName: 'Names the subject in the first minute',
      description: 'A long introduction makes the other person nervous and your message unclear.',
      steps: [
        {
          title: 'The first minute',
          kind: 'content',
          minutes: 5,
          body: 'Many difficult conversations start with several minutes of small talk while the other person wonders what is wrong. Name the subject and your goal in the first minute: “I would like to talk about the weights on the manifest, so that we can avoid mistakes in the next one.”\n\nThen ask whether it is a good time to talk. If not, agree on another time on the same day.',
        },
        {
          title: 'Scenario: the wrong manifest',
          kind: 'challenge',
          minutes: 8,
          body: 'Read a short scenario and decide what to say. There are several ways through it, and you can correct some of the mistakes. You can repeat the scenario as often as you like.',
          challenge: manifestScenario,
          after: [0],
        },
        {
          title: 'Start 2 conversations',
          kind: 'practice',
          minutes: 15,
          goal: 2,
          body: 'Start 2 real conversations in this way. They do not have to be difficult: a shift change or a price question is fine for practice. Count a conversation only if you named the subject in the first minute.',
          after: [1],
        },
      ],
    },
    {
      title: 'Sticking to the facts',
      behaviorName: 'Separates facts from assumptions',
      description: 'People disagree about motives for hours. They agree on facts in minutes.',
      steps: [
        {
          title: 'What a camera would record',
          kind: 'content',
          minutes: 5,
          body: 'Before the conversation, write down what a camera would have recorded: the time, the words, who was in the room. Everything else is an assumption: why someone did it, what they think, what kind of person they are.\n\nYou can share your impression if you say that it is yours: “When the list arrived at 2 p.m., I thought it was not important to you. Is that right?”',
        },
        {
          title: 'Facts or assumptions?',
          kind: 'challenge',
          minutes: 6,
          body: 'Sort 6 sentences from real conversations into facts and assumptions. You get an explanation for each sentence after you submit your answers.',
          challenge: factsOrAssumptions,
          after: [0],
        },
        {
          title: 'Rewrite a sentence of your own',
          kind: 'reflection',
          minutes: 10,
          body: 'Write down a critical sentence that you would like to say to a colleague. Remove all assumptions and write it again with the facts only. How does it sound now? Only you can read this.',
        },
      ],
    },
    {
      title: 'Ending with an agreement',
      behaviorName: 'Ends with an agreement that both people can repeat',
      description: 'Without an agreement you will soon have the same conversation again.',
      steps: [
        {
          title: 'Summarise the agreement',
          kind: 'content',
          minutes: 4,
          body: 'Before the conversation ends, summarise the agreement in one sentence: who does what, and by when. Then ask the other person to summarise it as well. The 2 summaries often differ at first, and now you can clear up the difference.',
        },
        {
          title: 'Quiz: good agreements',
          kind: 'challenge',
          minutes: 6,
          body: 'Answer 3 questions about the end of a conversation. Some of them have more than one correct answer. You get an explanation for each answer after you submit.',
          challenge: agreementQuiz,
        },
        {
          title: 'End 3 conversations with an agreement',
          kind: 'practice',
          minutes: 20,
          goal: 3,
          body: 'End 3 conversations with an agreement. At least one of them should be a difficult one. Count a conversation only if the other person summarised the agreement in their own words.',
          after: [1],
        },
      ],
    },
  ],
};
