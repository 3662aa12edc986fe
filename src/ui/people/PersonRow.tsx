import type { ReactNode } from 'react';
import { fullName } from '#contract/people.ts';
import { Avatar, type AvatarPerson, type AvatarProps } from './Avatar.tsx';
import './personRow.css';

interface PersonRowProps extends Omit<AvatarProps, 'person'> {
  person: AvatarPerson & { firstName: string; lastName: string; pronouns?: string | undefined };
  /** A title, relation or state, shown below the name. */
  detail?: string | null | undefined;
  /** Shown at the end of the row. */
  children?: ReactNode;
}

/** A person in a list: picture, name and one detail. It is the content of a list item, an option or a label. */
export const PersonRow = ({ person, detail, children, ...avatar }: PersonRowProps) => (
  <span className="person-row">
    <Avatar person={person} {...avatar} />
    <span className="grow">
      <span className="person-name">{fullName(person)}</span>{' '}
      {person.pronouns && <span className="small text-3">{person.pronouns}</span>}{' '}
      {detail && <span className="person-detail small text-3">{detail}</span>}
    </span>
    {children}
  </span>
);
